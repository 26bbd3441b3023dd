// static/vendor/idiomorph.min.js: of it, what we use.
declare const Idiomorph: {
  morph(
    old: Element,
    html: string,
    options: {
      morphStyle: 'outerHTML'
      callbacks: {
        beforeNodeMorphed(old: Node): boolean
        beforeAttributeUpdated(name: string, node: Element): boolean
      }
    },
  ): void
}

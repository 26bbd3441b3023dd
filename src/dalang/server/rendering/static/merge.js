// How a region of a page takes its new form: merged by Idiomorph, so that what stays the same stays.

// Not with ignoreActiveValue: a button that has the focus would keep the value of the choice before.
export function merge(region, html) {
  if (!region) return
  Idiomorph.morph(region, html, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: old => !old.matches?.('[data-keep]'), // what somebody is typing
      // what somebody has opened
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS'),
    },
  })
}

const isBack = element =>
  element.matches('[data-hidden]') ||
  Boolean(element.parentNode.querySelector(`#${CSS.escape(element.id)} use[href="#card-back"]`))

/** Where pieces that are new to the page come from; to be asked before anything is merged. */
export function origins(flights) {
  const starts = new Map()
  for (const [piece, id] of flights) {
    const from = document.getElementById(id)
    if (from && !starts.has(piece))
      starts.set(piece, { box: from.getBoundingClientRect(), hidden: isBack(from) })
  }
  return starts
}

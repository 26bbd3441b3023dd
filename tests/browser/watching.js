// @ts-check
// A table's page, watched from inside: put in before the page's own scripts, for tests and benchmarks.
// Nothing is asked again and again: those who wait are told when an update has come and has been painted.

{
  const PATIENCE = 60000 // milliseconds: the machine may be busy with other things
  /** @typedef {{value: number, what: string[], number: number}} Shift */
  /** @type {Shift[]} */
  let shifts = []
  /** @type {number[]} */
  const answers = [] // milliseconds from each click to the frame that shows its consequence
  /** @type {(() => void)[]} */
  let waiting = []
  /** @type {{at: number, number: number} | null} */
  let clicked = null
  /** @type {Element | null} */
  let resting = null

  const number = () => {
    const field = document.getElementById('number')
    return field instanceof HTMLInputElement ? Number(field.value) : -1
  }

  // Cards and pieces move in every game, and so do their places in a row.  The row itself only grows
  // and shrinks: an edge or its middle stays.
  const ROW = ':is(ul, ol):is(:has(> li [data-fly]), [data-zone])' // a zone may be empty now
  const PIECES = `[data-fly], [data-fly] *, ${ROW} > li`
  const ROWS = `${ROW}, :has(> [data-fly])`
  const LIST = ':is(#choices, .puts)' // they open where the keys are
  const WORDS = `${LIST}, ${LIST} *`
  const STILL = 1.5 // pixels

  /**
   * Whether something stays where it is, in one direction, though it may grow or shrink.
   * @param {number} start
   * @param {number} end
   * @param {number} newStart
   * @param {number} newEnd
   */
  const isHeld = (start, end, newStart, newEnd) =>
    Math.min(
      Math.abs(newStart - start),
      Math.abs(newEnd - end),
      Math.abs(newStart + newEnd - start - end) / 2,
    ) < STILL

  /** @param {any} source of a shift */
  const mayMove = ({ node, previousRect: a, currentRect: b }) => {
    const one = node instanceof Element ? node : node?.parentElement
    if (!one || one.matches(`${PIECES}, ${WORDS}`)) return true
    const isGrowing =
      isHeld(a.left, a.right, b.left, b.right) && isHeld(a.top, a.bottom, b.top, b.bottom)
    return isGrowing && one.matches(ROWS)
  }

  /**
   * How far the page jumped, much as browsers count it: of each thing, the share of the window that it
   * touches, times its way as a share of the window; of everything but pieces, which fly there.
   * @param {any} entry
   * @returns {Shift}
   */
  const weigh = ({ sources }) => {
    /** @param {any} source: what was out of sight, or is now, has not jumped */
    const hasJumped = source =>
      source.previousRect.width && source.currentRect.width && !mayMove(source)
    const jumped = sources.filter(hasJumped)
    let value = 0
    for (const { previousRect: a, currentRect: b } of jumped) {
      const wide = Math.max(a.right, b.right) - Math.min(a.left, b.left)
      const high = Math.max(a.bottom, b.bottom) - Math.min(a.top, b.top)
      const area = Math.min(a.width * a.height + b.width * b.height, wide * high)
      const way = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
      value += (area * way) / (innerWidth * innerHeight * Math.max(innerWidth, innerHeight))
    }
    return { value, what: jumped.map(told), number: number() }
  }

  /** @param {any} source of a shift */
  const told = ({ node, previousRect: a, currentRect: b }) => {
    const one = node instanceof Element ? node : node.parentElement
    const name = `${one.tagName}#${one.id}.${one.getAttribute('class')}`
    return `${name} ${[a.x, a.y, a.width, a.height]} -> ${[b.x, b.y, b.width, b.height]}`
  }

  /** @param {PerformanceEntryList} entries */
  const note = entries => shifts.push(...entries.map(weigh))
  const observer = new PerformanceObserver(list => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })

  const painted = () =>
    new Promise(done =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(true)
        port2.postMessage(0)
      }),
    )

  // What moves again and again, such as a flame or the light on what can be chosen, goes nowhere,
  // and would be painted for seconds: it is ended, or stopped if it has no end.
  const moving = () =>
    document.getAnimations().filter(one => {
      if (one.playState !== 'running') return false
      const times = Number(one.effect?.getComputedTiming().iterations)
      if (times === Infinity) one.pause()
      else if (times > 1) one.finish()
      return times === 1
    })

  /** When nothing moves any more that comes to an end by itself. */
  const still = async () => {
    const last = performance.now() + PATIENCE
    for (let all = moving(); all.length; all = moving()) {
      const late = new Promise(go => setTimeout(go, last - performance.now()))
      await Promise.race([late, Promise.allSettled(all.map(one => one.finished))])
      if (performance.now() >= last) throw new Error(`never still: ${all.map(described)}`)
    }
  }

  /** @param {Animation} one */
  const described = one => {
    const effect = one.effect instanceof KeyframeEffect ? one.effect : null
    const frames = JSON.stringify(effect?.getKeyframes())
    return `${effect?.target?.outerHTML.slice(0, 99)} ${one.currentTime} ${frames}`
  }

  addEventListener(
    'click',
    event => {
      const button = event.target instanceof Element && event.target.closest('button[name=move]')
      if (button) clicked = { at: event.timeStamp, number: number() }
    },
    true,
  )

  const Socket = WebSocket
  // Its listener is the first one: the page's own has run when the next frame comes.
  globalThis.WebSocket = class extends Socket {
    /** @param {ConstructorParameters<typeof Socket>} args */
    constructor(...args) {
      super(...args)
      this.addEventListener('message', updated)
    }
  }

  async function updated() {
    await painted()
    if (clicked && number() !== clicked.number) {
      answers.push(performance.now() - clicked.at)
      clicked = null
    }
    tell()
  }

  function tell() {
    const now = waiting
    waiting = []
    for (const go of now) go()
  }

  /** @param {() => boolean} isSo */
  const until = async isSo => {
    const end = setTimeout(tell, PATIENCE)
    const last = performance.now() + PATIENCE
    while (!isSo()) {
      if (performance.now() >= last) throw new Error(`never so: ${isSo} at ${number()}`)
      await new Promise(go => waiting.push(() => go(true)))
    }
    clearTimeout(end)
  }

  // --- what is to be seen --------------------------------------------------------------------

  /**
   * @param {string} selector
   * @returns {HTMLElement[]}
   */
  const all = selector => [...document.querySelectorAll(selector)].filter(isHtml)
  /** @type {(one: Element) => one is HTMLElement} */
  const isHtml = one => one instanceof HTMLElement

  // What is clipped away is there for those who listen, or who come to it by keys.
  /** @param {HTMLElement} one */
  const isClipped = one => {
    for (let at = /** @type {Element | null} */ (one); at; at = at.parentElement)
      if (getComputedStyle(at).clipPath === 'inset(50%)') return true
    return false
  }

  /**
   * Where the part of a card of the hand ends that the next one leaves free.
   * @param {Element} card
   */
  const end = card => {
    const box = card.getBoundingClientRect()
    const others = all('#hand .card').map(one => one.getBoundingClientRect())
    const beside = others.filter(one => one.x > box.x + 1 && one.top < box.bottom)
    return Math.min(box.right, ...beside.map(one => one.x))
  }

  /**
   * Where something is clicked: a card of the hand in the middle of what is seen of it, as browsers
   * take a finger at the edge for one that means the card beside.
   * @param {HTMLElement} one
   */
  const spot = one => {
    const box = one.getBoundingClientRect()
    const card = one.closest('#hand .card')
    const x = (box.x + Math.min(box.right, card ? end(card) : Infinity)) / 2
    return { x, y: card ? box.y + Math.min(20, box.height / 2) : box.y + box.height / 2 }
  }

  /**
   * What lies over something, or '' if it is what a click would hit.
   * @param {HTMLElement} one
   */
  const over = one => {
    const { x, y } = spot(one)
    const top = document.elementFromPoint(x, y)
    return one.contains(top) ? '' : (top?.outerHTML.slice(0, 120) ?? 'the window ends')
  }

  // A card that can be used in several ways is picked first.
  /** @param {HTMLElement} one */
  const picker = one =>
    one
      .closest('li:has([data-picks]):not(:has(.picked))')
      ?.querySelector('[data-picks]:last-of-type')

  /** @param {HTMLElement} one */
  const isOutside = one => {
    const box = one.getBoundingClientRect()
    return box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight
  }

  /**
   * Whether something that somebody owns does not fit into its row.
   * @param {HTMLElement} one
   */
  const isCutOff = one => {
    const row = one.matches('#own li') && one.closest('ul, ol')
    if (!row || getComputedStyle(row).overflowX === 'visible') return false
    const [box, room] = [one.getBoundingClientRect(), row.getBoundingClientRect()]
    return box.left < room.left - 1 || box.right > room.right + 1
  }

  /** @param {HTMLElement} one */
  const isCut = one =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2

  // The lines of a question are close together: letters that reach down need room below the last.
  /** @param {HTMLElement} one */
  const isCutBelow = one => {
    const { fontSize, overflowY, paddingBottom } = getComputedStyle(one)
    return overflowY === 'hidden' && parseFloat(paddingBottom) < 0.15 * parseFloat(fontSize)
  }

  /** The sizes of all letters on the board, in pixels; cards that lie there can be looked at closer. */
  const lettering = () =>
    [...document.querySelectorAll('.board text:not(.card-face *)')]
      .filter(one => one instanceof SVGGraphicsElement)
      .filter(one => one.textContent.trim())
      .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(one => one.getClientRects().length) // what is in a hidden group counts as visible
      .map(one => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM()?.a ?? 1))

  // What is only read aloud, in a part that scrolls, but placed outside of it: it makes the page longer.
  const loose = () =>
    all('#game .sr').filter(one => {
      for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
        const { position, overflowY } = getComputedStyle(at)
        if (position !== 'static') return false
        if (['auto', 'scroll'].includes(overflowY)) return true
      }
      return false
    })

  const BANDS = ['#prompt', '#own', '#hand', '#last', '#seats', '.boardbox']

  /** Where the parts of the page are: none of them moves during a game. */
  const bands = () => {
    const found = BANDS.map(name => [name, document.querySelector(name)?.getBoundingClientRect()])
    return Object.fromEntries(
      found.map(([name, box]) => [name, box && [box.x, box.y, box.width, box.height]]),
    )
  }

  /** @param {string} onTable a selector of what is chosen on the table itself */
  const look = onTable => {
    const root = document.documentElement
    const had = document.activeElement
    // the list of words lies over the table while it is used
    if (had?.closest('#choices')) document.getElementById('h-now')?.focus({ preventScroll: true })
    const buttons = /** @type {HTMLButtonElement[]} */ (all(onTable))
    const lit = [...all('#hand [data-picks]'), ...buttons.filter(one => !picker(one))]
    const board = document.querySelector('.board')?.getBoundingClientRect()
    const prompt = document.querySelector('#prompt')?.getBoundingClientRect()
    const found = {
      covered: lit
        .filter(one => !isClipped(one) && over(one))
        .map(one => `${one.outerHTML.slice(0, 120)} under ${over(one)}`),
      outside: all(
        '#prompt, #last, #own, #hand, #hand :is(.card, .way), .boardbox, #own :is(.points, li, li > span)',
      )
        .filter(one => one.getClientRects().length && (isOutside(one) || isCutOff(one)))
        .map(one => one.outerHTML.slice(0, 120)),
      cut: all('#prompt h2, #prompt li:not(.placed) button, #prompt .words')
        .filter(one => isCut(one) || (one.matches('h2') && isCutBelow(one)))
        .map(one => one.textContent),
      lit: [...new Set(buttons.map(one => one.value))],
      choices: /** @type {HTMLButtonElement[]} */ (all('#prompt button[name=move]')).map(
        one => one.value,
      ),
      sideways: root.scrollWidth - root.clientWidth,
      scrolls: Math.max(
        ...[root, document.body].map(one => one.scrollHeight - one.clientHeight),
        scrollY,
      ),
      board: [board?.width ?? 0, board?.height ?? 0],
      ratio: Number(getComputedStyle(document.body).getPropertyValue('--ratio')),
      prompt: [prompt?.y, prompt?.height],
      bands: bands(),
      told: Boolean(document.querySelector('#last')?.checkVisibility()),
      loose: loose().map(one => one.parentElement?.outerHTML.slice(0, 120)),
      smallest: Math.min(...lettering()),
      cards: all('#hand button.card').map(one => one.offsetWidth),
      focused: had instanceof HTMLButtonElement && had.name === 'move' ? had.value : '',
      focus: had?.outerHTML.slice(0, 160) ?? '',
      inWords: Boolean(had?.closest('#choices')),
    }
    if (had instanceof HTMLElement) had.focus({ preventScroll: true })
    return found
  }

  /** @param {string} selector of what is wanted; the place to click, and whether it only picks */
  const place = async selector => {
    const one = all(selector)[0]
    if (!one) return null
    const first = picker(one)
    return { ...spot(first instanceof HTMLElement ? first : one), picks: Boolean(first) }
  }

  const focused = () => {
    const one = document.activeElement
    if (!(one instanceof HTMLElement)) return null
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return {
      value: one instanceof HTMLButtonElement ? one.value : '',
      ringed:
        one.matches(':focus-visible') && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      covered: over(one),
      what: one.outerHTML.slice(0, 160),
    }
  }

  // A finger that stays too long looks at a card instead of playing it, which may be on a busy machine.
  addEventListener(
    'toggle',
    event => {
      if (event.target instanceof Element && event.target.id === 'look') tell()
    },
    true,
  )

  // Where places are too close to each other for a finger, the first tap brings them nearer.
  const closer = () => Boolean(document.querySelector('.scroll.closer'))
  addEventListener('click', () => setTimeout(tell), true)

  Object.assign(globalThis, {
    watched: {
      closer,
      answers,
      look,
      place,
      focused,
      /**
       * When a decision is to be made and nothing moves any more; whether a summary lies over the table.
       * @param {number} wanted
       */
      asked: async wanted => {
        await until(() => number() === wanted && Boolean(document.querySelector('#prompt.mine')))
        await still()
        await painted()
        return Boolean(document.querySelector('#roundup:popover-open'))
      },
      /**
       * Whether the answer has come; a closer look, or a part of the map, may have come instead.
       * @param {number} before
       * @param {boolean} wasCloser
       */
      after: async (before, wasCloser) => {
        const isLooking = () =>
          Boolean(document.querySelector('#look:popover-open')) || (closer() && !wasCloser)
        await until(() => number() !== before || isLooking())
        return number() !== before
      },
      over: async () => {
        await until(() => Boolean(document.querySelector('#prompt.finished')))
        await still()
        await painted()
      },
      /** Nothing is being chosen; `back` leads back there. */
      rest: () => {
        resting = document.activeElement
        document.getElementById('h-now')?.focus({ preventScroll: true })
      },
      back: () => {
        if (resting instanceof HTMLElement && resting !== document.body)
          resting.focus({ preventScroll: true })
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
      forget: () => {
        observer.takeRecords()
        shifts = []
      },
      /** How far the page jumped in one decision, at most, since it was asked before. */
      shift: () => {
        note(observer.takeRecords())
        const turns = Object.values(Object.groupBy(shifts, one => one.number))
        shifts = []
        const sums = turns.map((all = []) => ({
          value: all.reduce((sum, one) => sum + one.value, 0),
          what: all.flatMap(one => one.what),
        }))
        return sums.sort((a, b) => b.value - a.value)[0] ?? { value: 0, what: [] }
      },
    },
  })
}

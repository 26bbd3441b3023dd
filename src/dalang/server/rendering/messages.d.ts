// What the server sends to the scripts of the pages, and what these send back, as JSON.
// It is written in web/live_socket.py, web/routes/tables.py and web/routes/replays.py.

/** From, to, and what stands there now: places in the region's HTML before. */
export type Change = [from: number, to: number, instead: string]

/** In the order of the text. */
export type Patch = Change[]

/** A piece, where it comes from ("": where it was), by their ids, and in which step of several it moves. */
export type Flight = [piece: string, from: string, step?: number]

/** A table has changed, or this page is new to the server. */
export interface Update {
  build: string
  /** What was played so far; sent back with a choice, so that nothing is played twice. */
  number: number
  /** Whether the viewer is asked for something. */
  mine: boolean
  /** The seat whose eyes the page has, -1 for a spectator. */
  eyes: number
  /** Several people share the screen: whom it is for now, or "". */
  pass: string
  /** Regions by their ids: whole, or as what changed since they were last sent. */
  html: Record<string, string | Patch>
  fly: Flight[]
  /** What happened, for those who listen. */
  said: string[]
  /** Whether somebody scored meanwhile. */
  scored: boolean
  /** Whether the viewer's clock runs: then the page says at once that it has this. */
  timed: boolean
  /** Milliseconds since 1970 by the server's clock, when this was sent; 0 at a table without a clock. */
  now: number
}

/** A sign of life: what was played so far. */
export interface Alive {
  alive: number
}

/** Something was refused, in a sentence. */
export interface Trouble {
  trouble: string
}

export type ServerMessage = Update | Alive | Trouble

/** A choice or its undoing, at the position that was seen. */
export type ClientMessage = { move: string; number: number } | { undo: 1; number: number }

/** Whether the page is in a hidden tab or window. */
export interface Looking {
  away: boolean
}

/** An update is here, for the fairness of the clock. */
export interface Received {
  got: number
}

/** Why something is not allowed; `see` and `paragraph` are "" where no rule says so. */
export interface WhyNot {
  sentence: string
  paragraph: string
  see: string
}

/** A moment of a replay. */
export interface Moment {
  build: string
  move: number
  html: Record<string, string>
  fly: Flight[]
  said: string[]
}

/** How far the analysis of a replay is. */
export interface Analysis {
  html: string
  busy: boolean
}

/** What a service worker is told. */
export interface Notice {
  title: string
  body: string
  path: string
}

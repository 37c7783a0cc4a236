/** What a finished page tells the loader script: the modules it needs and when to fetch them. */
export type PagePlan = {
  /** When somebody begins to use the page; otherwise around its first paint. */
  readonly when?: 'need'
  readonly entry: string
  /** Routes of this address below the root, each within the one before. Modules of the frame come with the entry. */
  readonly routes: readonly (readonly [id: string, modules: readonly string[], path?: string])[]
  /**
   * What these import besides, so that nothing waits for a parent to arrive; then what leads to other pages, once the page
   * has been taken over; last the list of all routes.
   */
  readonly later: readonly string[]
  /** Stylesheets of the page. */
  readonly styles: readonly string[]
  /** Encoded data of the loaders; absent where it is fetched from the page's `.data` address. */
  readonly data?: string
}

/** Routes around every page, by id. Their modules come with the entry. */
export const FRAME_ROUTES = ['root', 'market'] as const

/** Element that holds the plan. */
export const PLAN_ID = 'page-plan'

/** The plan of the page that is there; null in a page without one, and once it has been taken over. */
export function readPlan(): PagePlan | null {
  const plan = document.getElementById(PLAN_ID)?.textContent
  return plan ? (JSON.parse(plan) as PagePlan) : null
}

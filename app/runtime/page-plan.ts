/** What a finished page tells the loader script, as JSON: the modules it needs and when to fetch them. */
export type PagePlan = {
  /** `need`: on the first user interaction. Absent: after the first paint. */
  readonly when?: 'need'
  /** URL of the entry module. */
  readonly entry: string
  /** Matched routes below the root, parents first. Modules of the frame come with the entry, so they have none. */
  readonly routes: readonly (readonly [id: string, modules: readonly string[], path?: string])[]
  /**
   * Further modules: first the static imports of the above, so that none waits for its importer to arrive; then those
   * that run after hydration, for client-side navigation and for other URLs of the same routes; last the manifest.
   */
  readonly later: readonly string[]
  /** URLs of the page's stylesheets. */
  readonly styles: readonly string[]
  /** Encoded loader data; absent where the browser fetches it from the page's `.data` URL. */
  readonly data?: string
}

/** Ids of the routes around every page. Their modules come with the entry. */
export const FRAME_ROUTES = ['root', 'market'] as const

/** Id of the element that holds the plan. */
export const PLAN_ID = 'page-plan'

/** The plan of the current document; null in a document without one, and after hydration, which removes it. */
export function readPlan(): PagePlan | null {
  const plan = document.getElementById(PLAN_ID)?.textContent
  return plan ? (JSON.parse(plan) as PagePlan) : null
}

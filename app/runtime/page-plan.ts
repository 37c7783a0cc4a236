/** What a finished page tells the loader script: the modules it needs and when to fetch them. */
export type PagePlan = {
  /** When somebody begins to use the page; otherwise around its first paint. */
  readonly when?: 'need'
  readonly manifest: string
  readonly entry: string
  /** Modules of the routes of this address. */
  readonly routes: readonly (readonly [id: string, modules: readonly string[]])[]
  /** Everything that these import, so that nothing waits for a parent to arrive. */
  readonly imports: readonly string[]
  /** Stylesheets of the page. */
  readonly styles: readonly string[]
  /** Encoded data of the loaders; absent where it is fetched from the page's `.data` address. */
  readonly data?: string
}

/** Element that holds the plan. */
export const PLAN_ID = 'page-plan'

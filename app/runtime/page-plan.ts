/** What a finished page tells the loader script: the modules it needs and when to fetch them. */
export type PagePlan = {
  /** `now`: as soon as the page has been painted. `need`: when somebody begins to use it. */
  readonly when: 'now' | 'need'
  readonly manifest: string
  readonly entry: string
  /** Modules of the routes of this address, by route id. */
  readonly routes: Readonly<Record<string, readonly string[]>>
  /** Everything that these import, so that nothing waits for a parent to arrive. */
  readonly imports: readonly string[]
  /** Stylesheets of the page. */
  readonly styles: readonly string[]
  /** Encoded data of the loaders; absent where it is fetched from the page's `.data` address. */
  readonly data?: string
}

/** Element that holds the plan. */
export const PLAN_ID = 'page-plan'

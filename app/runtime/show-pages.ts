import { flushSync } from 'react-dom'
import type { DataRouter } from 'react-router'
import { completePageWhenIdle } from './offscreen-sections.ts'
import { applyStyles, fetchStyles } from './page-styles.ts'
import { showPageWithTransition } from './page-transition.ts'
import { showInTasks } from './task-queue.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type State = DataRouter['state']

/**
 * A pending navigation is reported to the page only after this time, ms, as that renders the whole page once more.
 */
const PENDING_DELAY_MS = 200

export function flush(change: () => unknown): undefined {
  flushSync(change)
}

/**
 * Compares by content: the router creates a new map whenever a fetcher is deleted, also one that was not in the
 * map.
 */
function areSameFetchers(before: State['fetchers'], after: State['fetchers']): boolean {
  return before.size === after.size && [...after].every(([key, fetcher]) => before.get(key) === fetcher)
}

/** The keys in which two states differ. */
function changedKeys(before: State, after: State): (keyof State)[] {
  const keys = Object.keys(after) as (keyof State)[]
  return keys.filter((key) =>
    key === 'fetchers' ? !areSameFetchers(before[key], after[key]) : before[key] !== after[key],
  )
}

/**
 * Whether the only change is that a navigation to another page has begun.
 * @param before null when no state has been reported yet
 */
function isOnlyPending(before: State | null, after: State): boolean {
  const { navigation } = after
  if (navigation.state !== 'loading' || navigation.formMethod) return false
  return !before || changedKeys(before, after).every((key) => key === 'navigation')
}

/** Whether a page has to be rendered at once, as it may be shown scrolled down. Others may render part by part. */
function mayBeScrolled({ historyAction, location, preventScrollReset }: State): boolean {
  return historyAction === 'POP' || location.hash !== '' || preventScrollReset
}

/**
 * Wraps a router so that its subscribers, which render the page, are notified of another page when its stylesheets
 * have loaded, with a transition to and from products, and are not notified of changes that nothing renders. Going
 * back and forward has no transition. Subscribers always get the router's current state, which may have changed
 * again.
 */
export function withPageRendering(router: DataRouter, manifest: () => Manifest): DataRouter {
  let shownPath = router.state.location.pathname
  let reported: State | null = null
  let waitingForStyles: Promise<unknown> | null = null
  let pendingTimer: ReturnType<typeof setTimeout> | undefined
  /** Keys of fetchers whose data has been reported, and whose deletion has to be. */
  const fetchersWithData = new Set<string>()
  const stylesOf = ({ matches }: State) =>
    matches.flatMap(({ route }) => manifest().routes[route.id]?.css ?? [])
  const wrapped: DataRouter = Object.create(router)
  wrapped.subscribe = (listener) => {
    type Options = Parameters<typeof listener>[1]
    function report(options: Options) {
      const { state } = router
      reported = state
      for (const [key, { data }] of state.fetchers) if (data !== undefined) fetchersWithData.add(key)
      for (const key of options.deletedFetchers) fetchersWithData.delete(key)
      listener(state, options)
    }
    function show(options: Options) {
      const { state } = router
      const from = shownPath
      shownPath = state.location.pathname
      if (from === shownPath) return report(options)
      if (state.historyAction === 'POP') {
        void showInTasks(() => report(options), true).then(completePageWhenIdle)
        return
      }
      showPageWithTransition(from, shownPath, () => {
        void showInTasks(() => flush(() => report(options)), mayBeScrolled(router.state)).then(
          completePageWhenIdle,
        )
      })
    }
    /**
     * False for the deletion of unused fetchers: each form of the previous page has one, and each would render the
     * page.
     */
    function isRelevant(state: State, { deletedFetchers }: Options): boolean {
      if (!reported || deletedFetchers.some((key) => fetchersWithData.has(key))) return true
      return changedKeys(reported, state).length > 0
    }
    return router.subscribe((state, options) => {
      if (!isRelevant(state, options)) return
      clearTimeout(pendingTimer)
      if (isOnlyPending(reported, state)) {
        pendingTimer = setTimeout(report, PENDING_DELAY_MS, options)
        return
      }
      const styles = stylesOf(state)
      if (state.location.pathname === shownPath && !waitingForStyles) return report(options)
      if (applyStyles(styles)) return show(options)
      const wait = fetchStyles(styles).then(() => {
        // Another navigation may have finished meanwhile, which waits for its own stylesheets.
        if (waitingForStyles !== wait) return
        waitingForStyles = null
        applyStyles(styles)
        show(options)
      })
      waitingForStyles = wait
    })
  }
  return wrapped
}

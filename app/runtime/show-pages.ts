import { flushSync } from 'react-dom'
import type { DataRouter } from 'react-router'
import { renderOffscreenSections } from './offscreen-sections.ts'
import { applyStyles, fetchStyles } from './page-styles.ts'
import { showPage } from './page-transition.ts'
import { showInTasks } from './task-queue.ts'

type Manifest = import('react-router').UNSAFE_AssetsManifest
type State = DataRouter['state']

/** Until then nobody is told that a page is on its way, milliseconds: to say so has the whole page rendered once more. */
const PATIENCE_MS = 200

export function flush(change: () => unknown): undefined {
  flushSync(change)
}

/** The router makes a new map for each fetcher that goes, also when there was nothing of it in the old one. */
function areSameFetchers(before: State['fetchers'], after: State['fetchers']): boolean {
  return before.size === after.size && [...after].every(([key, fetcher]) => before.get(key) === fetcher)
}

/** What is another in a state than in the one before. */
function changesBetween(before: State, after: State): (keyof State)[] {
  const names = Object.keys(after) as (keyof State)[]
  return names.filter((name) =>
    name === 'fetchers' ? !areSameFetchers(before[name], after[name]) : before[name] !== after[name],
  )
}

/**
 * Whether all that has happened is that somebody has set out for another page.
 * @param before null where nothing has happened since the page came
 */
function isDeparture(before: State | null, after: State): boolean {
  const { navigation } = after
  if (navigation.state !== 'loading' || navigation.formMethod) return false
  return !before || changesBetween(before, after).every((name) => name === 'navigation')
}

/** A page that is new to the visitor and shown from its top may come in parts; one gone back to is there as it was. */
function isShownWhole({ historyAction, location, preventScrollReset }: State): boolean {
  return historyAction === 'POP' || location.hash !== '' || preventScrollReset
}

/**
 * Shows another page when its stylesheets are there, which they mostly are, and lets products come as a transition. Going
 * back and forward stays instant. What is shown is the router's state of the moment, as it may have changed again.
 */
export function showPagesOf(router: DataRouter, manifest: () => Manifest): DataRouter {
  let shown = router.state.location.pathname
  let told: State | null = null
  let waiting: Promise<unknown> | null = null
  let patience: ReturnType<typeof setTimeout> | undefined
  /** Fetchers that the page was told data of, which it has to forget when they go. */
  const withData = new Set<string>()
  const stylesOf = ({ matches }: State) =>
    matches.flatMap(({ route }) => manifest().routes[route.id]?.css ?? [])
  const pages: DataRouter = Object.create(router)
  pages.subscribe = (listener) => {
    type Options = Parameters<typeof listener>[1]
    function tell(options: Options) {
      const { state } = router
      told = state
      for (const [key, { data }] of state.fetchers) if (data !== undefined) withData.add(key)
      for (const key of options.deletedFetchers) withData.delete(key)
      listener(state, options)
    }
    function show(options: Options) {
      const { state } = router
      const from = shown
      shown = state.location.pathname
      if (from === shown) return tell(options)
      if (state.historyAction === 'POP') {
        void showInTasks(() => tell(options), true).then(renderOffscreenSections)
        return
      }
      showPage(from, shown, () => {
        void showInTasks(() => flush(() => tell(options)), isShownWhole(router.state)).then(
          renderOffscreenSections,
        )
      })
    }
    /** Each form of a page that is left takes a fetcher along. To tell of it would have the next page rendered once more. */
    function isNews(state: State, { deletedFetchers }: Options): boolean {
      if (!told || deletedFetchers.some((key) => withData.has(key))) return true
      return changesBetween(told, state).length > 0
    }
    return router.subscribe((state, options) => {
      if (!isNews(state, options)) return
      clearTimeout(patience)
      if (isDeparture(told, state)) {
        patience = setTimeout(tell, PATIENCE_MS, options)
        return
      }
      const styles = stylesOf(state)
      if (state.location.pathname === shown && !waiting) return tell(options)
      if (applyStyles(styles)) return show(options)
      const wait = fetchStyles(styles).then(() => {
        // Another page may have been asked for meanwhile, which waits for its own.
        if (waiting !== wait) return
        waiting = null
        applyStyles(styles)
        show(options)
      })
      waiting = wait
    })
  }
  return pages
}

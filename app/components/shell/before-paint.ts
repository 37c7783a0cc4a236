import { MARKET_ELSEWHERE, MARKET_IDS, type Market } from '#app/models/market.ts'

declare global {
  interface Window {
    /** The market that the visitor's browser has stored, in a cookie and in `localStorage`. Set by `beforePaint`. */
    readonly storedMarket?: { read(): Market | undefined; write(market: Market): void }
  }
}

/**
 * Runs in the head, before the first paint, so that nothing flashes or shifts: says that there are scripts, applies
 * the answer to the cookie notice, keeps both copies of the stored market equal, and shows the splash if that is due.
 * Inlined, so it uses only its arguments and the browser's globals. Spec: 2 Splash and entry; 4 Splash and cookie notice
 */
function beforePaint(markets: readonly Market[], fallback: Market): void {
  const html = document.documentElement
  /** Storage may be denied, which throws. */
  function attempt<T>(run: () => T): T | undefined {
    try {
      return run()
    } catch {
      return undefined
    }
  }

  html.classList.add('js')
  const KEY = 'selected_market'
  const isMarket = (text: unknown): text is Market => markets.some((market) => market === text)
  function write(market: Market): void {
    attempt(() => localStorage.setItem(KEY, market))
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    attempt(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
      document.cookie = `${KEY}=${market}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
    })
  }
  function read(): Market | undefined {
    const local = attempt(() => localStorage.getItem(KEY))
    const cookie = /\bselected_market=(\w+)/.exec(attempt(() => document.cookie) ?? '')?.[1]
    const market = cookie ?? local
    if (!isMarket(market)) return undefined
    if (cookie !== local) write(market)
    return market
  }
  Object.assign(window, { storedMarket: { read, write } })

  function applyConsent(): void {
    const consent = attempt(() => localStorage.getItem('cookieConsent'))
    if (consent) html.dataset.consent = consent
  }
  applyConsent()
  // A page from the back/forward cache may have missed the answer given on another page.
  addEventListener('pageshow', applyConsent)
  addEventListener('storage', applyConsent)
  // The answer is stored without loading a page, as soon as the notice can be seen. Where storage is denied, the form
  // is sent to the server.
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null
    // The splash is for arrivals, not for visitors who change the store.
    if (form?.getAttribute('action') === '/market')
      attempt(() => sessionStorage.setItem('hasSeenSplash', 'true'))
    if (form?.getAttribute('action') !== '/consent') return
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
    const choice = button?.value ?? 'dismissed'
    attempt(() => {
      localStorage.setItem('cookieConsent', choice)
      event.preventDefault()
      html.dataset.consent = choice
      document.getElementById('main')?.focus({ preventScroll: true })
    })
  })
  read()

  // Once per session, on the home paths of the brand's own main host, for visitors who arrive with no referrer or from
  // the same host; not for crawlers. Without `sessionStorage` never, or it would be shown on every page.
  const { pathname, host } = location
  const { mainHost } = html.dataset
  const isHome = pathname === '/' || markets.some((market) => pathname.replace(/\/$/, '') === `/${market}`)
  const isMainHost = !mainHost || mainHost === host || mainHost === host.replace(/:\d+$/, '')
  const isOwnReferrer = document.referrer === '' || document.referrer.split('/')[2] === host
  const hasSeen = attempt(() => sessionStorage.getItem('hasSeenSplash')) !== null
  const isCrawler = /bot|crawl|spider|slurp|preview|lighthouse/i.test(navigator.userAgent)
  if (!isHome || !isMainHost || !isOwnReferrer || hasSeen || isCrawler) return
  html.dataset.splash = 'idle'

  function enter(market: Market): void {
    html.dataset.splash = 'exiting'
    const exit = matchMedia('(prefers-reduced-motion: reduce)').matches ? 200 : 1000
    setTimeout(() => {
      delete html.dataset.splash
      splash()?.close()
      if (market !== location.pathname.split('/')[1])
        location.replace(`/${market}${location.search}${location.hash}`)
    }, exit)
  }
  function detect(): void {
    html.dataset.splash = 'detecting'
    fetch('/market', { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(3000) })
      .then((response) => response.json())
      .then(({ market }) => market)
      .catch(() => fallback)
      .then((found: unknown) => {
        const market = isMarket(found) ? found : fallback
        write(market)
        enter(market)
      })
  }
  function leave(event: MouseEvent | KeyboardEvent): void {
    if (html.dataset.splash !== 'idle' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    attempt(() => sessionStorage.setItem('hasSeenSplash', 'true'))
    const market = read()
    if (market) enter(market)
    else detect()
  }
  const splash = () => document.querySelector<HTMLDialogElement>('#splash')
  addEventListener('click', leave, true)
  addEventListener('keydown', leave, true)
  // Modal, so that nothing behind it can be reached.
  document.addEventListener('DOMContentLoaded', () => splash()?.showModal())
}

/** The text of the script, for the server: the browser's bundle needs none. */
export function beforePaintScript(): string {
  return `(${beforePaint})(${JSON.stringify(MARKET_IDS)}, '${MARKET_ELSEWHERE}')`
}

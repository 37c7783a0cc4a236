;((doc, html, { attempt, known, store }) => {
  const { host, hostname, pathname, search } = location
  const main = html.dataset.mainHost || host
  if (
    (main !== host && main !== hostname) ||
    // Without `sessionStorage` the splash is never shown, as it would be shown on every visit otherwise.
    attempt(() => sessionStorage.hasSeenSplash ?? '') !== '' ||
    (doc.referrer && attempt(() => new URL(doc.referrer).host) !== host) ||
    /bot|crawl|spider|slurp|preview|lighthouse/i.test(navigator.userAgent)
  )
    return

  const state = html.dataset
  state.splash = 'idle'
  const setInert = (inert) => {
    for (const element of doc.querySelectorAll('body>:not(#splash,script)')) element.inert = inert
  }
  const enter = (market) => {
    state.splash = 'exiting'
    setTimeout(
      () => {
        delete state.splash
        setInert(false)
        if (market !== pathname.slice(1, 3)) location.replace(`/${market}${search}${location.hash}`)
      },
      matchMedia('(prefers-reduced-motion: reduce)').matches ? 200 : 1000,
    )
  }
  const leave = (event) => {
    if (state.splash !== 'idle' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    attempt(() => {
      sessionStorage.hasSeenSplash = true
    })
    const market = known()
    if (market) return enter(market)
    state.splash = 'detecting'
    fetch('/market', { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(3000) })
      .then((response) => response.json())
      .then(({ market }) => (market === 'us' ? 'us' : 'uk'))
      .catch(() => 'uk')
      .then((market) => {
        store(market)
        enter(market)
      })
  }
  // The splash is focused before the first paint, which must not count as a user interaction (`loader-script.js`).
  const stopFocusEvent = (event) => {
    if (event.target.id === 'splash') event.stopImmediatePropagation()
  }
  addEventListener('focusin', stopFocusEvent, true)
  addEventListener('click', leave, true)
  addEventListener('keydown', leave, true)
  doc.addEventListener('DOMContentLoaded', () => {
    setInert(true)
    doc.getElementById('splash')?.focus({ preventScroll: true })
  })
})(document, document.documentElement, window.shopBoot)

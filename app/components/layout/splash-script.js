;((doc, html, { attempt, known, store }) => {
  const home = /^\/(us|uk)\/?$/.exec(location.pathname)
  const host = html.dataset.mainHost || location.host
  const from = attempt(() => new URL(doc.referrer).host)
  const isMain = host === location.host || host === location.hostname
  const seen = attempt(() => sessionStorage.getItem('hasSeenSplash'))
  if (!home || !isMain || seen || (doc.referrer && from !== location.host)) return
  if (/bot|crawl|spider|slurp|preview|lighthouse/i.test(navigator.userAgent)) return

  html.dataset.splash = 'idle'
  const others = () =>
    [...doc.body.children].filter((element) => element.id !== 'splash' && element.tagName !== 'SCRIPT')
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const begin = () => {
    for (const element of others()) element.inert = true
    doc.getElementById('splash')?.focus({ preventScroll: true })
  }
  const enter = (market) => {
    html.dataset.splash = 'exiting'
    setTimeout(
      () => {
        delete html.dataset.splash
        for (const element of others()) element.inert = false
        if (market !== home[1]) location.replace(`/${market}${location.search}`)
      },
      still ? 200 : 1000,
    )
  }
  const leave = (event) => {
    if (html.dataset.splash !== 'idle' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    removeEventListener('click', leave, true)
    removeEventListener('keydown', leave, true)
    attempt(() => sessionStorage.setItem('hasSeenSplash', 'true'))
    if (known) return enter(known)
    html.dataset.splash = 'detecting'
    fetch('/market', { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(3000) })
      .then((answer) => answer.json())
      .then((answer) => (answer.market === 'us' ? 'us' : 'uk'))
      .catch(() => 'uk')
      .then((market) => {
        store(market)
        enter(market)
      })
  }
  addEventListener('click', leave, true)
  addEventListener('keydown', leave, true)
  if (doc.readyState === 'loading') doc.addEventListener('DOMContentLoaded', begin)
  else begin()
})(document, document.documentElement, window.shopBoot)

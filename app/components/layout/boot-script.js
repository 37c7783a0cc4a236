;((doc, html) => {
  const KEY = 'selected_market'
  const attempt = (run) => {
    try {
      return run()
    } catch {}
  }
  const store = (market) => {
    attempt(() => {
      localStorage[KEY] = market
    })
    doc.cookie = `${KEY}=${market}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  }
  html.classList.add('js')
  const consent = attempt(() => localStorage.cookieConsent)
  if (consent) html.dataset.consent = consent
  const stored = attempt(() => localStorage[KEY])
  const cookie = /(?:^|; )selected_market=(us|uk)/.exec(doc.cookie)?.[1]
  const known = cookie || /^u[sk]$/.exec(stored)?.[0]
  if (known && cookie !== stored) store(known)
  // For the entry's script, where there is one.
  window.shopBoot = { attempt, known, store }
})(document, document.documentElement)

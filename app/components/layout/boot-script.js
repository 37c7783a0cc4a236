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
  // Both faces are as large as half the scripts. Where the line is slow, as the browser knows or as the page's beginning took
  // half a second, the page is written in its stand-ins until it has been taken over (`bringFaces`). The first `noscript` has the links that fetch them ahead (`Faces`).
  if (performance.now() > 500 || /[23]g/.test(navigator.connection?.effectiveType))
    doc.getElementById('faces').media = 'not all'
  else doc.head.insertAdjacentHTML('beforeend', doc.querySelector('noscript').textContent)
  const consent = attempt(() => localStorage.cookieConsent)
  if (consent) html.dataset.consent = consent
  const stored = attempt(() => localStorage[KEY])
  const cookie = /(?:^|; )selected_market=(us|uk)/.exec(doc.cookie)?.[1]
  const known = cookie || /^u[sk]$/.exec(stored)?.[0]
  if (known && cookie !== stored) store(known)
  // For the entry's script, where there is one.
  window.shopBoot = { attempt, known, store }
})(document, document.documentElement)

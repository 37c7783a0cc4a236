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
  html.className = 'js'
  // Both faces are as large as half the scripts. Where the line is slow, as the browser knows or as the page's beginning took
  // half a second, the page is written in its stand-ins until it has been taken over (`loadFonts`). The first `noscript` has the links that fetch them ahead (`Faces`).
  if (performance.now() > 500 || /[23]g/.test(navigator.connection?.effectiveType))
    doc.getElementById('faces').media = 'not all'
  else doc.head.insertAdjacentHTML('beforeend', doc.querySelector('noscript').textContent)
  const known = () => {
    const stored = attempt(() => localStorage[KEY])
    const cookie = /(?:^|; )selected_market=(u[sk])/.exec(doc.cookie)?.[1]
    const market = cookie || /^u[sk]$/.exec(stored)?.[0]
    if (market && cookie !== stored) store(market)
    return market
  }
  // A browser stands still while it opens its stores, so they are asked after the first frame. Until then the notice counts as
  // answered: whoever has answered it must not see it flash. Not before the document is whole: a frame that is asked for makes
  // the browser paint half of it. The empty answer also tells the styles that this frame is still to come: the logo and forms
  // far down wait for it (`frame.css`, `offscreen-sections.css`).
  html.dataset.consent = ''
  doc.addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => {
      setTimeout(() => {
        const consent = attempt(() => localStorage.cookieConsent)
        if (consent) html.dataset.consent = consent
        else delete html.dataset.consent
        known()
      })
    })
  })
  // For the entry's script, where there is one, and the line about the visitor's own store.
  window.shopBoot = { attempt, known, store }
})(document, document.documentElement)

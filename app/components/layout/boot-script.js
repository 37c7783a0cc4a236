;((doc, html) => {
  const KEY = 'selected_market'
  const attempt = (run) => {
    try {
      return run()
    } catch {}
  }
  const stored = () => attempt(() => localStorage.getItem(KEY))
  const cookie = () => (/(?:^|; )selected_market=(us|uk)/.exec(doc.cookie) || [])[1]
  const store = (market) => {
    attempt(() => localStorage.setItem(KEY, market))
    doc.cookie = `${KEY}=${market}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  }
  html.classList.add('js')
  const consent = attempt(() => localStorage.getItem('cookieConsent'))
  if (consent) html.dataset.consent = consent
  const known = cookie() || (/^u[sk]$/.test(stored() || '') ? stored() : null)
  if (known && (known !== cookie() || known !== stored())) store(known)
  // For the entry's script, where there is one.
  window.shopBoot = { attempt, known, store }
})(document, document.documentElement)

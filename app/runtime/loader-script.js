;((doc, { attempt }) => {
  const plan = JSON.parse(doc.getElementById('page-plan').textContent)
  const interactions = 'pointerdown pointermove scroll keydown focusin'.split(' ')
  const firstUrl = location.pathname + location.search
  const preload = (hrefs) => {
    for (const href of hrefs) {
      const link = doc.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      doc.head.append(link)
    }
  }
  // The largest files first: over HTTP/1.1 a browser loads six at a time.
  const begin = () => {
    if (window.__shop) return
    // The location key by which React Router will find the scroll position of this page again. In a task of its
    // own, before React Router has loaded.
    setTimeout(() => {
      if (!history.state?.key)
        attempt(() => history.replaceState({ ...history.state, key: `${Math.random()}` }, ''))
    })
    import(plan.entry)
    preload(plan.routes.flatMap(([, urls]) => urls))
    window.__shop = {
      data: plan.data
        ? new Response(plan.data)
        : fetch(`${location.pathname.replace(/\/$/, '/_')}.data${location.search}`),
    }
    preload(plan.later)
  }
  doc.addEventListener('DOMContentLoaded', () => {
    // Restores the scroll position as React Router stored it, when the document is loaded again.
    const key = history.state?.key
    const readPosition = () => JSON.parse(sessionStorage['react-router-scroll-positions'])[key]
    const top = key && attempt(readPosition)
    if (top) scrollTo(0, top)
  })
  // Going back, after a reload, to an entry that was made by client-side navigation: without the router nothing
  // renders it.
  addEventListener('popstate', () => {
    if (location.pathname + location.search !== firstUrl && !window.__reactRouterDataRouter) location.reload()
  })
  for (const type of interactions) addEventListener(type, begin, true)
  const hasCart = () => /"quantity"/.test(localStorage['wizard-box-cart'])
  if (plan.when === 'need' && !attempt(hasCart)) {
    // Without scripts to load first, the web fonts are not deferred.
    doc.getElementById('faces').media = ''
    setTimeout(begin, 20000)
  } else {
    // After the first paint: requested sooner, the scripts would take bandwidth and CPU time from it and not arrive
    // sooner. After 0.5 s in any case, as some browsers do not report the first paint.
    setTimeout(begin, 500)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint')[0]) begin()
    }).observe({ type: 'paint', buffered: true })
  }
})(document, window.shopBoot)

;((doc, { attempt }) => {
  const plan = JSON.parse(doc.getElementById('page-plan').textContent)
  const signs = 'pointerdown pointermove scroll keydown focusin'.split(' ')
  const first = location.pathname + location.search
  const preload = (hrefs) => {
    for (const href of hrefs) {
      const link = doc.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      doc.head.append(link)
    }
  }
  // The largest first, what is there in a moment last: a slow line brings six at a time.
  const begin = () => {
    if (window.__shop) return
    // What the framework will know this page by when somebody comes back to it. In a task of its own, before its code is there.
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
    // Where the page was when it was left, as the framework remembers it.
    const key = history.state?.key
    const kept = () => JSON.parse(sessionStorage['react-router-scroll-positions'])[key]
    const top = key && attempt(kept)
    if (top) scrollTo(0, top)
  })
  // Somebody who goes back within a document that was loaded anew: until the scripts there is nobody to show the page.
  addEventListener('popstate', () => {
    if (location.pathname + location.search !== first && !window.__reactRouterDataRouter) location.reload()
  })
  for (const sign of signs) addEventListener(sign, begin, true)
  const hasCart = () => /"quantity"/.test(localStorage['wizard-box-cart'])
  if (plan.when === 'need' && !attempt(hasCart)) {
    // No scripts are in the way of the faces.
    doc.getElementById('faces').media = ''
    setTimeout(begin, 20000)
  } else {
    // After the first paint, as the browser itself tells of it: asked for any sooner, they take line and processor from it, and
    // are there no sooner. Where nothing is painted for long, or the browser does not tell, they come all the same.
    setTimeout(begin, 500)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint')[0]) begin()
    }).observe({ type: 'paint', buffered: true })
  }
})(document, window.shopBoot)

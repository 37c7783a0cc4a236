/** What the built shop has in place of `react-dom/server`. */
export { renderToString } from 'preact-render-to-string'

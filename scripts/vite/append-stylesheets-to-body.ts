/**
 * Makes dynamic imports append their stylesheets to the end of `<body>` instead of `<head>`.
 *
 * Package: Vite's preload helper (`vite/preload-helper`), which loads the CSS of dynamically imported chunks.
 * Why: a stylesheet inserted before existing ones makes Chromium measure all text again, 50 ms on a slow phone
 * (docs/decisions/012-progressive-hydration.md).
 * Remove when: Vite lets a project choose where stylesheets are inserted.
 */
import type { Plugin } from 'vite'

const TARGET = 'document.head.appendChild(link)'
const REPLACEMENT = '(link.rel === "stylesheet" ? document.body : document.head).appendChild(link)'

export const appendStylesheetsToBody: Plugin = {
  name: 'wizard-box-append-stylesheets-to-body',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      if (!code.includes(TARGET)) throw new Error(`Vite's preload helper no longer contains: ${TARGET}`)
      return code.replace(TARGET, REPLACEMENT)
    },
  },
}

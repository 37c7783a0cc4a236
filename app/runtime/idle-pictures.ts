import { isDataScarce } from './connection.ts'

/**
 * Loads the lazy pictures that are still missing, so that a quick scroll, or a picture of the whole page, has no empty
 * frames. Not those that are not displayed, nor for visitors with a slow connection. Content pages, whose scripts
 * wait, do the same in `content-script.js`.
 */
export function loadPictures(): void {
  if (isDataScarce(/[23]g$/)) return
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]'))
    if (picture.checkVisibility?.()) picture.loading = 'eager'
}

import { type CxOptions, cx } from 'class-variance-authority'
import { extendTailwindMerge } from 'tailwind-merge'

/** The names that `app.css` adds to Tailwind's theme, so that classes of one kind replace each other. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['hint', 'lede', 'h1', 'h2', 'h3', 'h4'],
      spacing: ['gutter', 'gap', 'section', 'control', 'tap', 'banner', 'buybar', 'nav', 'top'],
      container: ['page', 'measure'],
      radius: ['hair', 'board'],
      shadow: ['rest', 'lift', 'drop', 'drawer', 'press'],
      ease: ['lid', 'latch', 'drift'],
      breakpoint: ['tab'],
    },
  },
})

/** Joins class names; of two utilities for the same property the later one wins. */
export function cn(...classes: CxOptions): string {
  return merge(cx(classes))
}

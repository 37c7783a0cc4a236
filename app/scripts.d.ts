/** The minified text of a script that is inlined into the page (`scripts/vite/inline-scripts.ts`). */
declare module '*.js?compact' {
  const code: string
  export default code
}

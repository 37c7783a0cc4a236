/** A script to stand in a page; see `vite.config.ts`. */
declare module '*.js?compact' {
  const code: string
  export default code
}

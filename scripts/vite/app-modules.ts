/**
 * Matches modules of `app/` by path.
 * @param paths regular expressions relative to `app/`, without file extensions; `/` matches both kinds of slash
 */
export const appModules = (...paths: string[]) =>
  new RegExp(`[\\\\/]app[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)

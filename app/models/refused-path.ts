/** The path, without market, of the page that is rendered for rejected requests. */
export const REFUSED_PATH = '/refused'

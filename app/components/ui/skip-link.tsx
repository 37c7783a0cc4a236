/** The first link of a page, visible while it has the focus: past the navigation, to the content. */
export function SkipLink() {
  return (
    <a
      className="absolute -top-16 left-4 z-70 block bg-leaf px-4 py-3 text-coal focus:top-4 print:hidden"
      href="#main"
    >
      Skip to content
    </a>
  )
}

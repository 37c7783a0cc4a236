/** What stands where a product has no picture: the lock plate, quietly. Fills its frame, which is positioned. */
export function NoPicture() {
  return (
    <img
      src="/art/lock-plate.svg"
      alt=""
      width="240"
      height="240"
      className="absolute inset-3/10 size-2/5 object-contain opacity-35"
    />
  )
}

import type { CartLineView, LinePicture } from '#app/models/cart-line.ts'
import { cn } from '../ui/cn.ts'
import { NoPicture, Picture } from '../ui/picture.tsx'

const BOX_AND_WAND =
  '[&>:first-child:not(:last-child)_img]:translate-x-1/3 [&>:nth-child(2)_img]:rotate-14 [&_img]:h-5/6'
const LOOKS: Record<LinePicture['kind'], string> = {
  gift: 'bg-bottle [&_img]:h-9/10',
  wands: 'bg-lamp-velvet [&>:only-child_img]:rotate-24 [&_img]:h-9/10',
  'vol-1': `bg-well-stone ${BOX_AND_WAND}`,
  'vol-2': `bg-well-midnight ${BOX_AND_WAND}`,
  image: 'bg-well-midnight',
}

/** What was bought: the box with its wand, or the wands, or the store's picture. */
export function LineArt({ line: { picture, image } }: { line: CartLineView }) {
  return (
    <span
      className={cn(
        'relative row-span-3 row-start-1 flex size-(--picture) justify-around overflow-hidden rounded-board',
        LOOKS[picture.kind],
      )}
    >
      {picture.names.map((name) => (
        // Without a width, so that each is in the middle of its share.
        <span key={name} className="flex h-full w-0 items-center justify-center">
          <Picture
            name={name}
            sizes={name.startsWith('wand-') ? '2.5rem' : '7.5rem'}
            alt=""
            className="w-auto max-w-none"
          />
        </span>
      ))}
      {picture.kind !== 'image' ? null : image ? (
        <Picture image={image} sizes="7.5rem" alt="" className="size-full object-cover" />
      ) : (
        <NoPicture />
      )}
    </span>
  )
}

import type { Chapter } from '../../content/about-words.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'

const GROUNDS: Record<Chapter['picture']['look'], string> = {
  velvet: 'lamp-velvet',
  stone: 'well-stone',
  midnight: 'lamp-midnight [--lamp:46%_42%]',
  crate: '',
}

/** A chapter with text and picture side by side; `isFlipped` swaps the sides. */
export function ChapterView({ chapter, isFlipped }: { chapter: Chapter; isFlipped: boolean }) {
  const { number, title, paragraphs, picture } = chapter
  const isCrate = picture.look === 'crate'
  return (
    <section
      className={cn(
        'grid items-center gap-[clamp(2rem,6vw,6.5rem)] print:break-inside-avoid',
        isFlipped
          ? 'lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]'
          : 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]',
      )}
      aria-labelledby={`chapter-${number}`}
    >
      <div className={cn('grid gap-4.5', isFlipped && 'lg:order-2')}>
        <p className="-mb-2 font-display text-h4 text-accent" aria-hidden="true">
          {number}
        </p>
        <h2 id={`chapter-${number}`} className="text-[clamp(1.9rem,1.4rem+2vw,2.85rem)]">
          {title}
        </h2>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className={cn('relative aspect-[1/0.86] overflow-hidden rounded-board', GROUNDS[picture.look])}>
        <Picture
          name={picture.name}
          className={cn(
            'absolute',
            isCrate ? 'inset-0 size-full object-cover' : 'inset-[8%] size-[84%] object-contain',
          )}
          alt={picture.alt}
          sizes="(max-width: 63.99rem) 92vw, 44rem"
        />
      </div>
    </section>
  )
}

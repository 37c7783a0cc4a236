import type { Chapter } from '../../content/about-words.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'

const GROUNDS: Record<Chapter['picture']['look'], string> = {
  velvet: 'bg-lamp-velvet',
  stone: 'bg-well-stone',
  midnight: 'bg-lamp-midnight',
  crate: '',
}

/** A chapter with text and picture side by side; `isFlipped` swaps the sides. */
export function ChapterView({ chapter, isFlipped }: { chapter: Chapter; isFlipped: boolean }) {
  const { number, title, paragraphs, picture } = chapter
  const isCrate = picture.look === 'crate'
  return (
    <section
      className={cn(
        'grid items-center gap-column print:break-inside-avoid',
        isFlipped ? 'lg:grid-cols-6-5' : 'lg:grid-cols-5-6',
      )}
      aria-labelledby={`chapter-${number}`}
    >
      <div className={cn('grid gap-4', isFlipped && 'lg:order-2')}>
        <p className="-mb-2 font-display text-h4 text-accent" aria-hidden="true">
          {number}
        </p>
        <h2 id={`chapter-${number}`} className="text-subhead">
          {title}
        </h2>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className={cn('relative aspect-7/6 overflow-hidden rounded-board', GROUNDS[picture.look])}>
        <Picture
          name={picture.name}
          className={cn(
            'absolute',
            isCrate ? 'inset-0 size-full object-cover' : 'inset-1/12 size-5/6 object-contain',
          )}
          alt={picture.alt}
          sizes="(max-width: 63.99rem) 92vw, 44rem"
        />
      </div>
    </section>
  )
}

import { Picture } from '../../ui/picture.tsx'
import type { Chapter } from './chapters.ts'

/** A chapter with text and picture side by side; `isFlipped` swaps the sides. */
export function ChapterView({ chapter, isFlipped }: { chapter: Chapter; isFlipped: boolean }) {
  const { number, title, paragraphs, picture } = chapter
  const isCrate = picture.look === 'crate'
  return (
    <section className={isFlipped ? 'ch flip' : 'ch'} aria-labelledby={`chapter-${number}`}>
      <div>
        <p className="n" aria-hidden="true">
          {number}
        </p>
        <h2 id={`chapter-${number}`}>{title}</h2>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div className={`pic ${picture.look}`}>
        <Picture
          name={picture.name}
          alt={picture.alt}
          sizes={isCrate ? '(max-width: 63.99rem) 160vw, 75rem' : '(max-width: 63.99rem) 92vw, 44rem'}
        />
      </div>
    </section>
  )
}

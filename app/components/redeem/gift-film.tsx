import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FilmVideo } from '../page/film.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Drawing } from '../ui/picture.tsx'

export type Opening = {
  readonly isPlaying: boolean
  /** Shows the bookplate, since the box is open or the film was given up. */
  readonly onOpen: () => void
  readonly onEnd: () => void
}

/** How long the film may take to begin, ms. After that, the giver's name is shown without it. */
const PATIENCE_MS = 3000
const LOCK_MS = 900
const LATCH = { duration: 240, delay: 500, fill: 'both', easing: 'cubic-bezier(0.5, 0, 0.1, 1)' } as const
/** The time in the film at which the lid is up, s. */
const OPEN_AT = 3.6

/** The lock, then the film of the box, over its picture. It can be skipped; without it the page is the same. */
export default function GiftFilm({ onOpen, onEnd }: Opening) {
  const video = useRef<HTMLVideoElement>(null)
  const lock = useRef<HTMLImageElement>(null)
  const [hasBegun, setBegun] = useState(false)
  function end() {
    onOpen()
    onEnd()
  }
  const giveUp = useEffectEvent(() => {
    if (!hasBegun) end()
  })
  useEffect(() => {
    lock.current?.animate({ transform: ['none', 'rotate(-9deg) scale(1.06)'] }, LATCH)
    const play = () => void video.current?.play().catch(() => giveUp())
    const timers = [setTimeout(play, LOCK_MS), setTimeout(giveUp, PATIENCE_MS)]
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div className="absolute -inset-6 bottom-0 z-1 grid place-items-center bg-soot moves-opacity duration-open starting:opacity-0">
      <Drawing name="lock-plate" ref={lock} className={cn('h-auto w-1/4', hasBegun && 'hidden')} />
      <FilmVideo
        ref={video}
        name="vol2-wide"
        className={cn('moves-opacity duration-open', !hasBegun && 'opacity-0')}
        controls={false}
        preload="auto"
        onPlaying={() => setBegun(true)}
        onTimeUpdate={({ currentTarget }) => currentTarget.currentTime >= OPEN_AT && onOpen()}
        onEnded={end}
        onFail={end}
      />
      <Button type="button" variant="ghost" className="absolute top-3 right-3 min-h-tap" onClick={end}>
        Skip
      </Button>
    </div>
  )
}

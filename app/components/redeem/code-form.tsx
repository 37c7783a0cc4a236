import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { marketPath } from '#app/models/market.ts'
import { failure } from '#app/models/messages.ts'
import { failureOr } from '#app/models/page-messages.ts'
import { MAGIC_WORDS_ERROR } from '#app/models/redeem-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { LIMITS } from '#supabase/functions/_shared/forms/words.ts'
import { useForm } from '../forms/use-form.ts'
import { ShopLink } from '../page/links.tsx'
import { dismissToast, showToast, useToasts } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL } from '../ui/control.ts'
import { FieldError } from '../ui/field.tsx'

/** Spec: 5 Redeem */
export function CodeForm({ reply }: { reply: FormReply | undefined }) {
  const { market } = useShop()
  const navigation = useNavigation()
  const { formProps, bind } = useForm<'words'>('words', 'redeem', reply)
  const { error, ...field } = bind('words')
  const input = useRef<HTMLInputElement>(null)
  const said = reply?.toast ? failureOr(MAGIC_WORDS_ERROR, reply.toast) : undefined
  // A refusal that has a duration is a toast first. After that, the text below the field shows it.
  const [toast, setToast] = useState(0)
  const isToast = useToasts().toasts.some(({ id }) => id === toast)
  const show = useEffectEvent(() => said?.durationMs !== undefined && setToast(showToast(said)))
  // Before the first paint, or the text would appear and vanish.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown once
  useLayoutEffect(() => void show(), [reply])
  const action = marketPath(market, '/redeem')
  const [wrong] = error ?? []
  // The shop's refusal stays until the shop or the browser refuses something else.
  const refusal = wrong === undefined || wrong === said?.title ? said : failure(wrong)
  useEffect(() => {
    if (!reply) return
    input.current?.focus()
    // `focus` does not scroll if the field has the focus already, but the refusal below it may be out of view.
    input.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  return (
    <Form
      {...formProps}
      method="post"
      action={action}
      onSubmit={(event) => {
        dismissToast(toast)
        formProps.onSubmit(event)
      }}
      className="mt-6 grid gap-4 max-md:mt-4 sideways:mt-2"
    >
      <div className="grid gap-1.5">
        <label className="text-sm font-semibold" htmlFor={field.id}>
          Magic words
        </label>
        <input
          {...field}
          ref={input}
          // An error remains visible below the toast of a narrow window.
          className={cn(CONTROL, 'min-h-16 px-5 font-display text-h4 aria-invalid:scroll-mt-32')}
          type="text"
          maxLength={LIMITS.words}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          lang="en"
          translate="no"
          enterKeyHint="go"
          aria-required="true"
          aria-invalid={refusal ? true : undefined}
          // While the toast is announced, the description of the focused field must not repeat it.
          aria-describedby={refusal && !isToast ? 'magic-words-error magic-words-hint' : 'magic-words-hint'}
        />
        {refusal ? (
          // Invisible rather than gone: the button below must not move under a finger.
          <div className={isToast ? 'invisible' : undefined}>
            <FieldError id="magic-words-error">
              <b>{refusal.text ? `${refusal.title}.` : refusal.title}</b> {refusal.text}{' '}
              {refusal.link ? <ShopLink to={refusal.link.href}>{refusal.link.label}</ShopLink> : null}
            </FieldError>
          </div>
        ) : null}
      </div>
      <Button
        busy={navigation.formAction === action}
        busyLabel="Checking..."
        className="justify-self-start max-md:w-full"
      >
        Redeem My Gift
      </Button>
      {/* Below the button, which must be visible without scrolling on a phone. */}
      <p className="text-hint text-quiet" id="magic-words-hint">
        English words. Capitals and extra spaces do not matter.
      </p>
    </Form>
  )
}

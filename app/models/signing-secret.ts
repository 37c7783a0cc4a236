/** What 16 random characters of base64 have, bits. */
const MIN_ENTROPY_BITS = 60

/** Bits in a text if each character were drawn at random from those that it has: an upper limit. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const perCharacter = [...counts.values()]
    .map((count) => count / text.length)
    .reduce((sum, share) => sum - share * Math.log2(share), 0)
  return perCharacter * text.length
}

/** Words that example files and people who are in a hurry put in the place of a secret. */
const PLACEHOLDER = /secret|change.?me|password|example|your.|wizard/i

/** Whether a signing secret can be guessed: short, of few characters, or words. */
export function isWeakSecret(secret: string): boolean {
  const isOnlyWords = PLACEHOLDER.test(secret) && !/\d.*\d.*\d/.test(secret)
  return entropyOf(secret) < MIN_ENTROPY_BITS || isOnlyWords
}

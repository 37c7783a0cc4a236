// Extracts the failed tests and their messages from the JSON reports of Vitest and Playwright. `npm test` prints
// them right before its last line.

const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const firstLines = (message = '') =>
  message
    .replaceAll(ansi, '')
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.slice(0, 300))

/**
 * @typedef {object} Failure
 * @property {string} name the test's file and title
 * @property {boolean} isFlaky whether a retry passed
 * @property {string[]} reason the first lines of the message
 */

/** The failures in a JSON report of Vitest. @returns {Failure[]} */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const path = file.name.replace(/^.*\/(?=(?:app|tests)\/)/, '')
    const failures = file.assertionResults
      .filter((test) => test.status === 'failed' || test.failureMessages?.length > 0)
      .map((test) => ({
        name: `${path} › ${test.fullName.trim()}`,
        isFlaky: test.status === 'passed',
        reason: firstLines(test.failureMessages?.[0]),
      }))
    if (file.status !== 'failed' || failures.some((failure) => !failure.isFlaky)) return failures
    return [...failures, { name: path, isFlaky: false, reason: firstLines(file.message) }]
  })
}

/** The failures in a JSON report of Playwright, whose suites are nested. @returns {Failure[]} */
export function playwrightFailures(report) {
  const failuresIn = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
        .map((test) => ({
          name: [...titles, spec.title, test.projectName].filter(Boolean).join(' › '),
          isFlaky: test.status === 'flaky',
          reason: firstLines(test.results.find((result) => result.error)?.error.message),
        })),
    ),
  ]
  const errorsOutsideTests = (report?.errors ?? []).map((error) => ({
    name: 'outside of any test',
    isFlaky: false,
    reason: firstLines(error.message),
  }))
  return [...errorsOutsideTests, ...failuresIn(report ?? {}, [])]
}

/** Formats a failure for the terminal. */
export function describeFailure({ name, isFlaky, reason }) {
  return [
    `${isFlaky ? 'passed at a second try' : 'failed'}: ${name}`,
    ...reason.map((line) => `    ${line}`),
  ].join('\n')
}

import type { AuditEntry } from '../backend/audit.server.ts'
import type { Services } from '../request/services.server.ts'

type AuditServices = Pick<Services, 'backend' | 'log'>

/**
 * Runs an action that must appear in the audit trail. The entry is written first, so that no action goes unrecorded;
 * a second entry records a failure.
 * @param work returns false when its subject does not exist
 * @throws UpstreamError when the entry could not be written, and what `work` throws
 */
export async function audited<T>(
  services: AuditServices,
  entry: AuditEntry,
  work: () => Promise<T | false>,
): Promise<T | false> {
  await services.backend.recordAudit(entry)
  try {
    const done = await work()
    if (done === false) await recordFailure(services, entry)
    return done
  } catch (error) {
    await recordFailure(services, entry)
    throw error
  }
}

async function recordFailure({ backend, log }: AuditServices, entry: AuditEntry): Promise<void> {
  const failed = { ...entry, detail: { ...entry.detail, failed: true } }
  await backend.recordAudit(failed).catch((error: unknown) => {
    log.warn({ err: error, action: entry.action }, 'failure not written to the audit trail')
  })
}

// Scans attachments for viruses, one job per file.

import { seesOffice, type Work } from '../../../platform/context.js';
import type { AttachmentStore } from '../../../platform/files/attachment-store.js';
import { scanBytes } from '../../../platform/files/virus-scanner.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { closedObject, wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { CRM } from '../limits.js';
import { crmProblems } from '../problems.js';
import { findAttachment } from './queries.js';
import { attachmentRecord } from './record.js';
import { lockAttachment, quarantineAttachment, settleScan } from './scan-queries.js';

const scanData = closedObject({ attachmentId: wireId({ description: 'Id of the attachment' }) });

const SCAN: JobKind<typeof scanData> = {
  name: 'attachment.scan',
  data: scanData,
  attemptsMax: CRM.scanAttemptsMax,
};

/** Returns the scan status of a new file. */
export function firstScanStatus({ context }: Work): 'QUARANTINED' | 'NOT_SCANNED' {
  return context.config.clamdUrl === undefined ? 'NOT_SCANNED' : 'QUARANTINED';
}

/** Enqueues the scan of a stored file, if a scanner is configured. */
export async function requestScan(work: Work, attachmentId: bigint): Promise<void> {
  if (work.context.config.clamdUrl === undefined) return;
  await enqueue(work, SCAN, { data: { attachmentId } });
}

/**
 * Requests a new scan of a file, for example because it was stored when no scanner was configured,
 * or because new virus signatures are available. The file is blocked until the scan ends. Refuses
 * with 404 and with NO_VIRUS_SCANNER.
 */
export async function rescanAttachment(work: Work, id: bigint): Promise<Outcome> {
  const found = await lockAttachment(work.tx, id);
  if (found === undefined || !seesOffice(work.principal, found.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  if (work.context.config.clamdUrl === undefined) {
    throw refusal(crmProblems.NO_VIRUS_SCANNER, { args: [found.scan_status] });
  }
  // A refused file has a reason and is never scanned.
  if (found.scan_status === 'QUARANTINED' && found.scan_result !== null) {
    throw refusal(crmProblems.ATTACHMENT_QUARANTINED, { args: [found.scan_status] });
  }
  const by = { id, by: work.principal.name, at: work.now };
  const row = await quarantineAttachment(work.tx, by);
  await requestScan(work, id);
  return { msgCode: 'ATTACHMENT_SCAN_ASKED', id, result: attachmentRecord(row) };
}

/**
 * Returns the job that scans a file. The job fails while the scanner is unavailable, and is retried
 * with backoff.
 */
export function scanJob(store: AttachmentStore): JobHandler {
  return jobHandler({
    kind: SCAN,
    timeoutMs: CRM.scanTimeoutMs,
    run: async ({ db, config, log, metrics }, { data, signal }) => {
      const found = await findAttachment(db, data.attachmentId);
      const isWaiting = found?.scan_status === 'QUARANTINED';
      if (!isWaiting || config.clamdUrl === undefined) return;
      const { id, sha256 } = found;
      const bytes = await store.get(sha256);
      const { infection } = await scanBytes(config.clamdUrl, bytes, signal);
      // If the file has been replaced in the meantime, its new content gets its own scan.
      const status = infection === undefined ? 'CLEAN' : 'INFECTED';
      await settleScan(db, { id, sha256, status, infection });
      metrics.events.inc({ name: `attachment_${status.toLowerCase()}` });
      if (infection !== undefined) log.warn({ attachment: String(id), infection }, 'infected file');
    },
  });
}

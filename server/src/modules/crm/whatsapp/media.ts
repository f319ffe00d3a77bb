// Fetches files of incoming WhatsApp messages from the provider and stores them as attachments.

import { type Static, Type } from '@sinclair/typebox';
import { assert } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import { wireId, wireText } from '../../../platform/http/shape/wire.js';
import { type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { systemWork } from '../../../platform/system-work.js';
import { quarantineRefused, saveAttachments } from '../attachment/attachment.js';
import { listAttachments } from '../attachment/queries.js';
import type { Channel } from '../channel/channel.js';
import type { OpenGateway } from '../channel/gateway.js';
import { MESSAGE } from '../limits.js';
import type { CrmPorts } from '../port.js';
import { lockMessage, updateMessageRow } from './queries.js';

/** The gateways that are open on this node. */
type OpenGateways = ReadonlyMap<Channel, OpenGateway>;

/** The job that fetches a file. The provider keeps files for two weeks. */
export function mediaJob(ports: CrmPorts, gateways: OpenGateways): JobHandler {
  return jobHandler({
    kind: fetchMedia,
    run: async (context, { data, signal }) => {
      const gateway = gateways.get('WHATSAPP');
      assert(gateway?.fetchMedia, 'files arrive only if WhatsApp has a gateway');
      const { mediaId: id, mimeType, fileName } = data;
      const media = { id, mimeType, ...(fileName === undefined ? {} : { fileName }) };
      const bytes = await gateway.fetchMedia(media, signal);
      await storeFile(context, { data, bytes }, ports);
    },
  });
}

async function storeFile(
  context: Context,
  { data, bytes }: { readonly data: MediaData; readonly bytes: Buffer },
  ports: CrmPorts,
): Promise<void> {
  const { messageId, mediaId } = data;
  const name = data.fileName === undefined ? {} : { fileName: data.fileName };
  // The provider's file id makes the job idempotent.
  const body = { ...name, fileMimeType: data.mimeType, batchCode: mediaId };
  try {
    await systemWork(context, 'whatsapp-media', async (work) => {
      await lockMessage(work.tx, { id: messageId });
      const before = await listAttachments(work.tx, [messageId]);
      if (before.some((each) => each.batch_code === mediaId)) return;
      await saveAttachments(work, [{ body, pointer: 'attachmentsWS/0', bytes }], {
        ...{ messageId, ports },
      });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await keepRefused(context, { data, bytes, reason: error.kind.title }, ports);
  }
}

// Stores a refused file in quarantine, and adds a note to its message.
async function keepRefused(
  context: Context,
  file: { readonly data: MediaData; readonly bytes: Buffer; readonly reason: string },
  ports: CrmPorts,
): Promise<void> {
  const { data, bytes, reason } = file;
  const { messageId, mediaId: batchCode, mimeType, fileName } = data;
  const text = `A file is in quarantine: ${reason}`;
  await systemWork(context, 'whatsapp-media', async (work) => {
    const row = await lockMessage(work.tx, { id: messageId });
    const stored = await listAttachments(work.tx, [messageId]);
    if (row === undefined || stored.some((each) => each.batch_code === batchCode)) return;
    await quarantineRefused(
      work,
      { bytes, fileName, mimeType, batchCode, reason },
      { messageId, ports },
    );
    const notes = row.workflow_notes === null ? text : `${row.workflow_notes}\n${text}`;
    await updateMessageRow(work.tx, changed(work, row, { workflow_notes: notes }));
  });
}

const mediaData = Type.Object({
  messageId: wireId(),
  mediaId: wireText(),
  mimeType: wireText(),
  fileName: Type.Optional(wireText()),
});

type MediaData = Static<typeof mediaData>;

/** The kind of job that fetches a file of an incoming WhatsApp message. */
export const fetchMedia: JobKind<typeof mediaData> = {
  name: 'whatsapp-media.fetch',
  data: mediaData,
  attemptsMax: MESSAGE.mediaAttemptsMax,
};

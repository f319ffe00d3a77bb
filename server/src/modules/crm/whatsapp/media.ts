// Fetches files of incoming WhatsApp messages from the provider and stores them as attachments.

import { type Static, Type } from '@sinclair/typebox';
import { assert } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import { wireId, wireText } from '../../../platform/http/shape/wire.js';
import { type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { systemWork } from '../../../platform/system-work.js';
import { saveAttachments } from '../attachment/attachment.js';
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
      assert(gateway?.fetchMedia, 'files come only if WhatsApp has a gateway');
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
    await note(context, messageId, `A file was not stored: ${error.kind.title}`);
  }
}

// Adds a note to the message, so that staff see why a file was refused.
async function note(context: Context, messageId: bigint, text: string): Promise<void> {
  await systemWork(context, 'whatsapp-media', async (work) => {
    const row = await lockMessage(work.tx, { id: messageId });
    if (row === undefined || row.workflow_notes?.includes(text)) return;
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

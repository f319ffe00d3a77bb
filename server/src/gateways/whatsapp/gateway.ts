// Sends WhatsApp messages through the Cloud API: text, approved templates, and uploaded files.

import {
  type Gateway,
  type IncomingMedia,
  isUserId,
  type OutgoingFile,
  type OutgoingMessage,
  type SendOutcome,
} from '../../modules/crm/index.js';
import { singleLine } from '../../platform/address/name.js';
import { WHATSAPP } from '../limits.js';
import { type CloudApi, type CloudReply, callCloudApi, downloadMedia } from './cloud-api.js';
import { outcomeOfError } from './cloud-error.js';
import { memberOf, textIn } from './json-walk.js';
import { type MediaKind, mediaKindOf, tooLarge } from './media-kind.js';

/** Returns the gateway for WhatsApp. It only sends; incoming messages arrive at the webhook. */
export function whatsappGateway(api: CloudApi): Gateway {
  return {
    channel: 'WHATSAPP',
    atOnceMax: WHATSAPP.atOnceMax,
    open: async ({ clock }) => {
      const uploads: Uploads = { byHash: new Map(), now: () => clock.millis() };
      return {
        ready: () => true,
        send: (message, signal) => send({ api, signal, uploads }, message),
        fetchMedia: (media: IncomingMedia, signal) => downloadMedia({ api, signal }, media.id),
        close: async () => undefined,
      };
    },
  };
}

/**
 * The files that the provider already has, so that a file sent to a thousand people is uploaded
 * only once.
 */
interface Uploads {
  readonly byHash: Map<string, { readonly id: string; readonly until: number }>;
  readonly now: () => number;
}

interface Sending {
  readonly api: CloudApi;
  readonly signal: AbortSignal;
  readonly uploads: Uploads;
}

async function send(sending: Sending, message: OutgoingMessage): Promise<SendOutcome> {
  const content = await contentOf(sending, message);
  if ('kind' in content) return content;
  const reply = await callCloudApi(sending, {
    path: 'messages',
    json: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...addressed(message.to),
      // Each status report repeats this reference, so that we recognise a message whose response
      // was lost.
      biz_opaque_callback_data: message.reference,
      ...content.members,
    },
  });
  if (!('body' in reply)) return reply;
  if (reply.status !== 200) return outcomeOfError(reply);
  const providerId = textIn(memberOf(reply.body, 'messages', 0), 'id');
  return providerId === undefined
    ? { kind: 'UNKNOWN', reason: 'a response without the id of the message' }
    : { kind: 'SENT', providerId };
}

// The API expects a user id and a phone number in different members.
const addressed = (to: string) =>
  isUserId(to) ? { recipient: to } : { to: to.replace(/^\+/, '') };

type Content = SendOutcome | { readonly members: object };

async function contentOf(sending: Sending, message: OutgoingMessage): Promise<Content> {
  const { whatsappTemplate: template, text, files } = message;
  if (template !== undefined) {
    const parameters = template.parameters.map((value) => ({
      ...{ type: 'text', text: parameterText(value) },
    }));
    const components = parameters.length === 0 ? [] : [{ type: 'body', parameters }];
    const { name, language } = template;
    const members = { name, language: { code: language }, components };
    return { members: { type: 'template', template: members } };
  }
  const [file] = files;
  if (file !== undefined) return mediaContent(sending, file, text);
  if (text.length > WHATSAPP.textCharactersMax) {
    return { kind: 'PERMANENT', reason: `more than ${WHATSAPP.textCharactersMax} characters` };
  }
  return { members: { type: 'text', text: { preview_url: false, body: text } } };
}

// Returns a parameter in a form that WhatsApp accepts: one line, at most four spaces in a row, not
// empty.
function parameterText(value: string): string {
  return (
    singleLine(value)
      .replaceAll(/[\s\u00a0]{5,}/g, ' ')
      .trim() || NO_VALUE
  );
}

// Sent in place of an empty parameter, which WhatsApp rejects.
const NO_VALUE = '-';

async function mediaContent(
  sending: Sending,
  file: OutgoingFile,
  caption: string,
): Promise<Content> {
  const kind = mediaKindOf(file.mimeType);
  if (kind === 'audio' && caption !== '') {
    return { kind: 'PERMANENT', reason: 'a recording cannot have text' };
  }
  const uploaded = await upload(sending, file, kind);
  if ('kind' in uploaded) return uploaded;
  const described = {
    ...(caption === '' ? {} : { caption }),
    ...(kind === 'document' ? { filename: singleLine(file.fileName) } : {}),
  };
  return { members: { type: kind, [kind]: { id: uploaded.id, ...described } } };
}

type Uploaded = SendOutcome | { readonly id: string };

async function upload(sending: Sending, file: OutgoingFile, kind: MediaKind): Promise<Uploaded> {
  const { uploads } = sending;
  const known = uploads.byHash.get(file.sha256);
  if (known !== undefined && known.until > uploads.now()) return { id: known.id };
  const bytes = await file.read();
  const limit = tooLarge(kind, bytes.length);
  if (limit !== undefined) return { kind: 'PERMANENT', reason: limit };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', file.mimeType);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: file.mimeType }), file.fileName);
  const reply = await callCloudApi(sending, { path: 'media', form });
  // The message is sent only after the upload, so an upload with an unknown result can be retried.
  if (!('body' in reply)) return reply.kind === 'UNKNOWN' ? { ...reply, kind: 'TEMPORARY' } : reply;
  if (reply.status !== 200) return outcomeOfError(reply);
  return remember(uploads, file, reply);
}

function remember(uploads: Uploads, file: OutgoingFile, reply: CloudReply): Uploaded {
  const id = textIn(reply.body, 'id');
  if (id === undefined)
    return { kind: 'TEMPORARY', reason: 'a response without the id of the file' };
  const [oldest] = uploads.byHash.keys();
  if (uploads.byHash.size >= WHATSAPP.mediaRememberedMax && oldest !== undefined) {
    uploads.byHash.delete(oldest);
  }
  uploads.byHash.set(file.sha256, { id, until: uploads.now() + WHATSAPP.mediaKeptMs });
  return { id };
}

// A fake of WhatsApp's Cloud API on the loopback address. It checks requests as the real API does.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isUserId } from '../../modules/crm/index.js';
import { codeIn, memberOf, textIn } from '../whatsapp/json-walk.js';
import { signatureOf } from '../whatsapp/webhook-signature.js';

/** A message as the fake received it. */
export interface ReceivedWhatsApp {
  readonly wamid: string;
  readonly to: string;
  readonly type: string;
  /** The text, the caption, or the template's name and parameters. */
  readonly text: string;
  readonly reference: string | undefined;
  readonly mediaId: string | undefined;
  readonly body: unknown;
}

/** A file that was uploaded, or that can be downloaded here. */
interface HeldMedia {
  readonly mimeType: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** An error in the format of the real API. */
export interface CloudRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export interface FakeCloudApi {
  readonly url: string;
  readonly media: Map<string, HeldMedia>;
  close(): Promise<void>;
}

interface FakeCloudApiParts {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  /** Resolves when the message is stored, or with the error to return. */
  readonly onMessage: (message: ReceivedWhatsApp) => Promise<CloudRefusal | undefined>;
  readonly nextId: () => string;
}

const VERSION = '/v23.0';

/** Starts the fake on a free port. */
export async function startFakeCloudApi(parts: FakeCloudApiParts): Promise<FakeCloudApi> {
  const media = new Map<string, HeldMedia>();
  const server = createServer((request, response) => {
    answer({ parts, media }, request)
      .then((reply) => write(response, reply))
      .catch(() => write(response, refusalReply({ status: 500, code: 2, message: 'try again' })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${VERSION}`,
    media,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Serving {
  readonly parts: FakeCloudApiParts;
  readonly media: Map<string, HeldMedia>;
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body: object | Buffer;
}

async function answer(serving: Serving, request: IncomingMessage): Promise<Reply> {
  const { phoneNumberId, accessToken } = serving.parts;
  if (request.headers.authorization !== `Bearer ${accessToken}`) {
    return refusalReply({ status: 401, code: 190, message: 'Invalid OAuth access token' });
  }
  const path = request.url ?? '';
  if (request.method === 'GET') return giveMedia(serving.media, path, request.headers.host ?? '');
  if (request.method !== 'POST') return wrong('method');
  const bytes = await bytesOf(request);
  if (path === `${VERSION}/${phoneNumberId}/messages`) return takeMessage(serving, request, bytes);
  if (path === `${VERSION}/${phoneNumberId}/media`) return takeMedia(serving, request, bytes);
  return refusalReply({ status: 404, code: 100, message: 'Unsupported post request' });
}

async function takeMessage(
  { parts, media }: Serving,
  request: IncomingMessage,
  bytes: Buffer,
): Promise<Reply> {
  if (request.headers['content-type'] !== 'application/json') return wrong('content type');
  const body: unknown = JSON.parse(bytes.toString('utf8'));
  const recipient = textIn(body, 'recipient');
  const to = textIn(body, 'to') ?? recipient ?? '';
  const type = textIn(body, 'type') ?? '';
  if (textIn(body, 'messaging_product') !== 'whatsapp') return wrong('messaging_product');
  const isRight = recipient === undefined ? /^[1-9]\d{6,14}$/.test(to) : isUserId(to);
  if (!isRight) return wrong('to');
  const text = wordsOf(body, type);
  if (text === undefined) return wrong(type);
  const mediaId = textIn(body, type, 'id');
  if (mediaId !== undefined && !media.has(mediaId)) return wrong('media id');
  const wamid = parts.nextId();
  const reference = textIn(body, 'biz_opaque_callback_data');
  const refused = await parts.onMessage({ wamid, to, type, text, reference, mediaId, body });
  if (refused !== undefined) return refusalReply(refused);
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: wamid }],
    },
  };
}

// Returns the text of a message; undefined if members that its type requires are missing.
function wordsOf(body: unknown, type: string): string | undefined {
  if (type === 'text') {
    const text = textIn(body, 'text', 'body');
    return text !== undefined && text !== '' && text.length <= 4_096 ? text : undefined;
  }
  if (type === 'template') {
    const name = textIn(body, 'template', 'name');
    const language = textIn(body, 'template', 'language', 'code');
    if (name === undefined || language === undefined) return undefined;
    const parameters = memberOf(body, 'template', 'components', 0, 'parameters');
    const values = Array.isArray(parameters) ? parameters.map((each) => textIn(each, 'text')) : [];
    return values.every(isParameter) ? [name, ...values].join(' | ') : undefined;
  }
  if (!['image', 'document', 'video', 'audio'].includes(type)) return undefined;
  if (codeIn(body, type, 'id') === undefined) return undefined;
  if (type === 'audio' && memberOf(body, type, 'caption') !== undefined) return undefined;
  return textIn(body, type, 'caption') ?? '';
}

// The real API rejects parameters with line breaks, tabs, or more than four spaces in a row.
function isParameter(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !/[\n\r\t]| {5}/.test(value);
}

async function takeMedia(
  { parts, media }: Serving,
  request: IncomingMessage,
  bytes: Buffer,
): Promise<Reply> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return wrong('content type');
  const read = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  const form = await read.formData();
  const file = form.get('file');
  if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File)) return wrong('file');
  if (form.get('type') !== file.type) return wrong('type');
  const id = parts.nextId();
  const content = Buffer.from(await file.arrayBuffer());
  media.set(id, { mimeType: file.type, fileName: file.name, bytes: content });
  return { status: 200, body: { id } };
}

// Serves a file: the first request returns the file's address, the second its bytes.
function giveMedia(media: ReadonlyMap<string, HeldMedia>, path: string, host: string): Reply {
  const [, kind = '', id = ''] = /^\/(v23\.0|file)\/([\w.=-]+)$/.exec(path) ?? [];
  const held = media.get(id);
  if (held === undefined) return refusalReply({ status: 400, code: 100, message: 'no such media' });
  if (kind === 'file') return { status: 200, type: held.mimeType, body: held.bytes };
  const url = `http://${host}/file/${id}`;
  return { status: 200, body: { id, url, mime_type: held.mimeType, file_size: held.bytes.length } };
}

function wrong(member: string): Reply {
  return refusalReply({ status: 400, code: 100, message: `Invalid parameter: ${member}` });
}

function refusalReply({ status, code, message }: CloudRefusal): Reply {
  const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code };
  return { status, body: { error: { ...error, error_data: { details: message } } } };
}

function write(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type ?? 'application/json; charset=UTF-8' });
  response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** One of our phone numbers, as a delivery identifies it. */
interface DeliveryTarget {
  readonly phoneNumberId: string;
  readonly displayPhoneNumber: string;
  readonly appSecret: string;
}

/** Builds a delivery with its signature, as the real API sends it. */
export function deliveryOf(
  target: DeliveryTarget,
  content: { readonly messages?: readonly object[]; readonly statuses?: readonly object[] },
): { readonly body: string; readonly signature: string } {
  const metadata = {
    display_phone_number: target.displayPhoneNumber,
    phone_number_id: target.phoneNumberId,
  };
  const value = { messaging_product: 'whatsapp', metadata, ...content };
  const entry = [{ id: '0', changes: [{ value, field: 'messages' }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  return { body, signature: signatureOf(Buffer.from(body), target.appSecret) };
}

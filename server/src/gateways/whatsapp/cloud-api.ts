// Calls the Cloud API with our token and a timeout, and classifies errors.

import type { SendOutcome } from '../../modules/crm/index.js';
import { WHATSAPP } from '../limits.js';
import { textIn } from './json-walk.js';

export interface CloudApi {
  /** The base URL including the version, such as `https://graph.facebook.com/v23.0`. */
  readonly url: string;
  readonly phoneNumberId: string;
  readonly accessToken: string;
}

/** The account used for a call, and the signal that ends the call. */
interface CloudCall {
  readonly api: CloudApi;
  readonly signal: AbortSignal;
}

interface CloudRequest {
  /** The path, relative to our phone number. */
  readonly path: string;
  readonly json?: object;
  readonly form?: FormData;
}

export interface CloudReply {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends a request. If there is no response, the outcome shows whether the request may have arrived.
 */
export async function callCloudApi(
  { api, signal }: CloudCall,
  { path, json, form }: CloudRequest,
): Promise<CloudReply | Extract<SendOutcome, { kind: 'UNKNOWN' | 'UNAVAILABLE' }>> {
  const body = json === undefined ? form : JSON.stringify(json);
  try {
    const response = await fetch(`${api.url}/${api.phoneNumberId}/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.accessToken}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: within(signal),
    });
    return { status: response.status, body: jsonOf(await response.text()) };
  } catch (error) {
    const reason = reasonOf(error);
    return { kind: NOT_REACHED.test(reason) ? 'UNAVAILABLE' : 'UNKNOWN', reason };
  }
}

/** Downloads the bytes of a file that a person sent us. Throws if it cannot be downloaded now. */
export async function downloadMedia({ api, signal }: CloudCall, mediaId: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${api.accessToken}` };
  const about = await fetch(`${api.url}/${encodeURIComponent(mediaId)}`, {
    ...{ headers, redirect: 'error', signal: within(signal) },
  });
  const url = textIn(jsonOf(await about.text()), 'url');
  if (!about.ok || url === undefined || !mayHoldMedia(api, url)) {
    throw new MediaUnavailable(`the provider gave no address of the file (${about.status})`);
  }
  const file = await fetch(url, { headers, redirect: 'error', signal: within(signal) });
  if (!file.ok) throw new MediaUnavailable(`the provider refused the download (${file.status})`);
  const length = Number(file.headers.get('content-length') ?? 0);
  if (length > WHATSAPP.mediaBytesMax) throw new MediaUnavailable('the file is too large');
  return Buffer.from(await file.arrayBuffer());
}

/** Thrown if a file at the provider cannot be downloaded. */
class MediaUnavailable extends Error {}

// Returns whether a URL may be called. The request carries our token, so it may only go to the
// provider's hosts.
function mayHoldMedia(api: CloudApi, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.origin === new URL(api.url).origin) return true;
  return (
    url.protocol === 'https:' && /(^|\.)(fbsbx|facebook|whatsapp)\.(com|net)$/.test(url.hostname)
  );
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(WHATSAPP.answerTimeoutMs)]);
}

const NOT_REACHED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `no answer: ${code}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// What came with a reply besides its body: remembered beside the body, so that records stay plain.

/** The headers of a reply that matter to callers. */
export interface ReplyMeta {
  readonly status: number;
  /** The version of the record, for `ifMatch`. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  /** True when this is the reply to an earlier try with the same idempotency key. */
  readonly replayed: boolean;
  /** True when nothing was written. */
  readonly dryRun: boolean;
  /** The path of the record that was made. */
  readonly location: string | undefined;
  /** The query of the next page of a list. */
  readonly nextQuery: string | undefined;
}

const metas = new WeakMap<object, ReplyMeta>();

/** What came with a reply. Throws for an object that is not a reply itself, such as a copy. */
export function metaOf(reply: object): ReplyMeta {
  const meta = metas.get(reply);
  if (meta === undefined) throw new TypeError('this is not a reply of a client, or a copy of one');
  return meta;
}

/** The id of the record that a write made or changed. Throws where there is none: of a dry run. */
export function idOf(reply: { readonly id?: number; readonly msgCode: string }): number {
  if (reply.id === undefined) throw new TypeError(`the reply ${reply.msgCode} names no record`);
  return reply.id;
}

/** Remembers what came with a reply. */
export function rememberMeta(reply: unknown, response: Response): void {
  if (typeof reply !== 'object' || reply === null) return;
  const { headers, status } = response;
  metas.set(reply, {
    status,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    replayed: headers.get('idempotent-replayed') === 'true',
    dryRun: headers.get('preference-applied') === 'dry-run',
    location: headers.get('location') ?? undefined,
    nextQuery: nextQueryOf(headers.get('link')),
  });
}

/** The ETag that an `ifMatch` stands for. */
export function etagOf(version: string | object): string {
  if (typeof version === 'string') return version;
  const { etag } = metaOf(version);
  if (etag === undefined) throw new TypeError('this reply came without an ETag');
  return etag;
}

// Behind a proxy the path of the link may be another, so only its query counts.
function nextQueryOf(link: string | null): string | undefined {
  return /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
}

// The metadata of replies, stored separately from the body so that records remain plain objects.

/** The reply headers that matter to callers. */
export interface ReplyMeta {
  readonly status: number;
  /** The version of the record, for `ifMatch`. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  /** True if this is the stored reply to an earlier attempt with the same idempotency key. */
  readonly replayed: boolean;
  /** True if nothing was written. */
  readonly dryRun: boolean;
  /** The path of the created record. */
  readonly location: string | undefined;
  /** The query string of a list's next page. */
  readonly nextQuery: string | undefined;
}

const metas = new WeakMap<object, ReplyMeta>();

/** Returns the metadata of a reply. Throws for other objects, such as a copy of a reply. */
export function metaOf(reply: object): ReplyMeta {
  const meta = metas.get(reply);
  if (meta === undefined)
    throw new TypeError('this object is not a reply of the client, or it is a copy');
  return meta;
}

/** Returns the id of the record that a write created or changed. Throws for a dry run. */
export function idOf(reply: { readonly id?: number; readonly msgCode: string }): number {
  if (reply.id === undefined)
    throw new TypeError(`the reply ${reply.msgCode} contains no record id`);
  return reply.id;
}

/** Stores the metadata of a reply. */
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

/** Returns the ETag for an `ifMatch` option. */
export function etagOf(version: string | object): string {
  if (typeof version === 'string') return version;
  const { etag } = metaOf(version);
  if (etag === undefined) throw new TypeError('this reply has no ETag');
  return etag;
}

// A proxy may change the path of the link, so only its query is used.
function nextQueryOf(link: string | null): string | undefined {
  return /<[^>?]*\?([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
}

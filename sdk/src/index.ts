// The public API of the SDK: everything that a client program imports.

export { type Client, createClient, type FileReply, type Reply } from './client.js';
export type { ClientCredentials, CredentialOptions, NameAndPassword } from './credential.js';
export type { ConnectionChange, EventStreamOptions, StreamEndReason } from './event-stream.js';
export type { KnownProblemCode } from './generated/problem-code.js';
export type {
  ApiEvent,
  CallOptions,
  EventOf,
  EventPattern,
  EventType,
  FilePath,
  InitOf,
  ItemOf,
  ListPath,
  Method,
  PathOf,
  ReadPath,
  ReplyOf,
  Schemas,
  WriteOptions,
} from './operation.js';
export type { Pause } from './pause.js';
export {
  ConnectionError,
  isProblem,
  type ProblemBody,
  type ProblemCode,
  ProblemError,
  type Violation,
} from './problem.js';
export { idOf, metaOf, type ReplyMeta } from './reply.js';
export type { ApiRequest, ClientOptions, Fetch } from './send.js';
export {
  signWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
  type WebhookMessage,
  type WebhookOptions,
  type WebhookRequest,
} from './webhook.js';

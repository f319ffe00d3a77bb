// Public face of the SDK: everything a client program imports.

export {
  type Client,
  type ClientOptions,
  createClient,
  type Reply,
  type WriteOptions,
} from './client.js';
export { ApiProblem, type ProblemBody } from './problem.js';

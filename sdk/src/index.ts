// Public face of the SDK: everything a client program imports.
export type { ProblemBody } from './problem.js';
export { ApiProblem } from './problem.js';

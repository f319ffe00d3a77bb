#!/usr/bin/env node
// The command: it exists before the first build, so that npm can link it at install.

import '../dist/src/main.js';

/** Licences by their texts: the common ones; what is another one is `NOASSERTION`, as the original says it. */

/** Sentences of each licence that stand in no other one; the first that fits counts. */
const KNOWN: readonly (readonly [spdx: string, name: string, ...sentences: RegExp[]])[] = [
  ['AGPL-3.0', 'GNU Affero General Public License v3.0', /GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-3.0', 'GNU Lesser General Public License v3.0', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-2.1', 'GNU Lesser General Public License v2.1', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/i],
  ['GPL-3.0', 'GNU General Public License v3.0', /GNU GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-2.0', 'GNU General Public License v2.0', /GNU GENERAL PUBLIC LICENSE\s+Version 2/i],
  ['Apache-2.0', 'Apache License 2.0', /Apache License\s+Version 2\.0/i],
  ['MPL-2.0', 'Mozilla Public License 2.0', /Mozilla Public License,? Version 2\.0/i],
  ['EPL-2.0', 'Eclipse Public License 2.0', /Eclipse Public License - v 2\.0/i],
  ['Unlicense', 'The Unlicense', /free and unencumbered software released into the public domain/i],
  ['BSL-1.0', 'Boost Software License 1.0', /Boost Software License - Version 1\.0/i],
  ['CC0-1.0', 'Creative Commons Zero v1.0 Universal', /CC0 1\.0 Universal/i],
  [
    'BSD-3-Clause',
    'BSD 3-Clause "New" or "Revised" License',
    /Redistributions in binary form must reproduce/i,
    /may be used to endorse or promote/i,
  ],
  ['BSD-2-Clause', 'BSD 2-Clause "Simplified" License', /Redistributions in binary form must reproduce/i],
  [
    'ISC',
    'ISC License',
    /Permission to use, copy, modify, and\/?(or)? distribute this software/i,
    /THE SOFTWARE IS PROVIDED "AS IS" AND/i,
  ],
  [
    'MIT',
    'MIT License',
    /Permission is hereby granted, free of charge, to any person obtaining a copy/i,
    /The above copyright notice and this permission notice/i,
  ],
];

/** Whether a file at the top of a repository is its licence. */
export function isLicenseFile(name: string): boolean {
  return /^(un)?licen[cs]e(\.(txt|md|rst))?$|^copying(\.(lesser|txt|md))?$/i.test(name);
}

/** @returns an SPDX identifier, 'NOASSERTION' for a text that is not known */
export function licenseOf(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  return KNOWN.find(([, , ...sentences]) => sentences.every((sentence) => sentence.test(plain)))?.[0] ?? 'NOASSERTION';
}

export function licenseName(spdx: string): string {
  return KNOWN.find(([id]) => id === spdx)?.[1] ?? 'Other';
}

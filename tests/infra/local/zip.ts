import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP archive of these files, by their names. Every second one is stored as it is. */
export function zipOf(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [n, [name, text]] of Object.entries(files).entries()) {
    const raw = Buffer.from(text);
    const data = n % 2 === 0 ? deflateRawSync(raw) : raw;
    const path = Buffer.from(name);
    // From the version that is needed to the length of what is extra, alike in the header and in the directory.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(n % 2 === 0 ? 8 : 0, 4);
    about.writeUInt32LE(crc32(raw), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(raw.length, 18);
    about.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const body = Buffer.concat([Buffer.from("PK\x03\x04"), about, path, data]);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), about, place, path);
    bodies.push(body);
    at += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}

// HT16K33: 16 bytes of display RAM that can be read back; commands by their high nibble.

/** `segments` is what a person sees: nothing unless oscillator and display are on. */
export class Ht16k33 {
  constructor() {
    this.reset();
  }

  reset() {
    this.ram = new Uint8Array(16);
    this.isOscillating = false;
    this.isOn = false;
    this.pointer = 0;
    this.index = 0;
  }

  get segments() {
    return this.isOscillating && this.isOn ? this.ram : new Uint8Array(16);
  }

  begin(isRead) {
    if (!isRead) this.index = 0;
  }

  write(byte) {
    if (this.index++ > 0) {
      this.ram[this.pointer] = byte;
      this.pointer = (this.pointer + 1) & 15;
    } else if (byte >> 4 === 0x0) this.pointer = byte & 15;
    else if (byte >> 4 === 0x2) this.isOscillating = (byte & 1) === 1;
    else if (byte >> 4 === 0x8) this.isOn = (byte & 1) === 1;
  }

  read() {
    const byte = this.ram[this.pointer];
    this.pointer = (this.pointer + 1) & 15;
    return byte;
  }
}

package kit

import (
	"runtime"
	"sync"
)

// DeflateAll is Deflate of each of some texts, several at the same time; nil stays nil.
func DeflateAll(texts [][]byte) [][]byte {
	all := make([][]byte, len(texts))
	var working sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(texts))
	for w := range workers {
		working.Go(func() {
			for i := w; i < len(texts); i += workers {
				if texts[i] != nil {
					all[i] = Deflate(texts[i])
				}
			}
		})
	}
	working.Wait()
	return all
}

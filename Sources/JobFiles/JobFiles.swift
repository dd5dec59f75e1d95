// JobFiles
